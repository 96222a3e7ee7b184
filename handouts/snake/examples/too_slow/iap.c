/* A program that is too slow: it tries all walks, the short ones first, and goes round in circles where a maze is wide.
 * Authors: the referee's own */
#include <stdio.h>
#include <string.h>

static int cols, rows;
static char maze[200][201];
static char path[1000];

/* Whether an exit can be reached from here in so many steps. */
static int walk(int row, int col, int length, int most) {
    if (row < 0 || row >= rows || col < 0 || col >= (int)strlen(maze[row]) || maze[row][col] == '#') {
        return 0;
    }
    path[length] = '\0';
    if (maze[row][col] == '_') {
        return 1;
    }
    return length < most && ((path[length] = 'N', walk(row - 1, col, length + 1, most)) ||
                             (path[length] = 'S', walk(row + 1, col, length + 1, most)) ||
                             (path[length] = 'E', walk(row, col + 1, length + 1, most)) ||
                             (path[length] = 'O', walk(row, col - 1, length + 1, most)));
}

int main(void) {
    int row, start_row = 0, start_col = 0, most;
    if (scanf("%d %d", &cols, &rows) != 2 || rows > 200) {
        return 1;
    }
    for (row = 0; row < rows && scanf(" %200[^\n]", maze[row]) == 1; row++) {
        char *start = strchr(maze[row], 'o');
        if (start != NULL) {
            start_row = row;
            start_col = (int)(start - maze[row]);
        }
    }
    for (most = 1; most < 999 && !walk(start_row, start_col, 0, most); most++) {
    }
    printf("%s\n", path);
    return 0;
}
