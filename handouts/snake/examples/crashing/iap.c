/* A crashing program: it makes no room for the maze that it reads.
 * Authors: the referee's own */
#include <stdio.h>

int main(void) {
    char *volatile maze = NULL;
    int cols, rows, row, col;
    if (scanf("%d %d ", &cols, &rows) != 2) {
        return 1;
    }
    for (row = 0; row < rows; row++) {
        for (col = 0; col < cols; col++) {
            maze[row * cols + col] = (char)getchar();
        }
    }
    printf("E\n");
    return 0;
}
