/* An illegal program: it goes east as long as it can, then west, and says W for west instead of O.
 * Authors: the referee's own */
#include <stdio.h>
#include <string.h>

int main(void) {
    int cols, rows, i;
    if (scanf("%d %d", &cols, &rows) != 2) {
        return 1;
    }
    for (i = 0; i < cols; i++) {
        putchar('E');
    }
    for (i = 0; i < cols; i++) {
        putchar('W');
    }
    putchar('\n');
    return 0;
}
