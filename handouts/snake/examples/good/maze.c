#include "maze.h"

#include <stdio.h>
#include <string.h>

#define CELLS (MAX_SIDE * MAX_SIDE)

static const char letters[] = "NSEO";
static const int row_step[] = {-1, 1, 0, 0};
static const int col_step[] = {0, 0, 1, -1};

int maze_read(maze_t *maze) {
    int row;
    maze->start_row = -1;
    if (scanf("%d %d", &maze->cols, &maze->rows) != 2 || maze->cols < 1 || maze->cols > MAX_SIDE || maze->rows < 1 ||
        maze->rows > MAX_SIDE) {
        return 0;
    }
    for (row = 0; row < maze->rows; row++) {
        char *start;
        if (scanf(" %200[^\n]", maze->cells[row]) != 1) {
            return 0;
        }
        start = strchr(maze->cells[row], 'o');
        if (start != NULL) {
            maze->start_row = row;
            maze->start_col = (int)(start - maze->cells[row]);
        }
    }
    return maze->start_row >= 0;
}

static int is_open(const maze_t *maze, int row, int col) {
    return row >= 0 && row < maze->rows && col >= 0 && col < (int)strlen(maze->cells[row]) &&
           maze->cells[row][col] != '#';
}

int maze_shortest_path(const maze_t *maze, char *path) {
    static int queue[CELLS];
    static int came_by[CELLS]; /* 1 + the step that led there; 0: nobody has been there */
    int head = 0, tail = 0, cell, length = 0;
    const int start = maze->start_row * MAX_SIDE + maze->start_col;
    queue[tail++] = start;
    came_by[start] = 5;
    while (head < tail) {
        int row = queue[head] / MAX_SIDE, col = queue[head] % MAX_SIDE, way;
        if (maze->cells[row][col] == '_') {
            break;
        }
        for (way = 0; way < 4; way++) {
            int next = (row + row_step[way]) * MAX_SIDE + col + col_step[way];
            if (is_open(maze, row + row_step[way], col + col_step[way]) && came_by[next] == 0) {
                came_by[next] = way + 1;
                queue[tail++] = next;
            }
        }
        head++;
    }
    if (head == tail) {
        return 0;
    }
    for (cell = queue[head]; cell != start; length++) { /* backwards */
        int way = came_by[cell] - 1;
        path[length] = letters[way];
        cell -= row_step[way] * MAX_SIDE + col_step[way];
    }
    path[length] = '\0';
    for (head = 0, tail = length - 1; head < tail; head++, tail--) {
        char letter = path[head];
        path[head] = path[tail];
        path[tail] = letter;
    }
    return 1;
}
