/* A good program: it takes the shortest way to an exit, and what lies on it.
 * Authors: the referee's own */
#include <stdio.h>
#include <string.h>

#include "maze.h"

int main(int argc, char **argv) {
    static maze_t maze;
    static char path[MAX_SIDE * MAX_SIDE + 1];
    if (argc > 2 || (argc == 2 && strcmp(argv[1], "--challenge") != 0)) {
        fprintf(stderr, "usage: iap [--challenge] < maze\n");
        return 1;
    }
    if (!maze_read(&maze) || !maze_shortest_path(&maze, path)) {
        fprintf(stderr, "no maze, or none with a way out\n");
        return 1;
    }
    printf("%s\n", path);
    return 0;
}
