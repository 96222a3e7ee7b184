#ifndef MAZE_H
#define MAZE_H

#define MAX_SIDE 200

typedef struct {
  int cols, rows;
  char cells[MAX_SIDE][MAX_SIDE + 1];
  int start_row, start_col;
} maze_t;

/* Reads the number of columns, the number of rows and the rows, as the challenge sends them; 0 if that is no
 * maze. */
int maze_read(maze_t* maze);

/* Writes the shortest way from the start to an exit into path, walls and the board's edge being closed. The
 * longest has as many steps as there are cells. 0 if there is none. */
int maze_shortest_path(const maze_t* maze, char* path);

#endif
