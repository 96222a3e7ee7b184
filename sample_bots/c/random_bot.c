// Plays all six games at random. Copy this file and referee.h, and change the function of your game.
// It needs C99 and the standard library: cc -O2 -o random_bot random_bot.c
#include <ctype.h>
#include <stdint.h>
#include <time.h>

#include "referee.h"

enum { GRID = 1000 * 1000, BOARD = 100 * 100, NONE = -1 };  // the most cells of Light Cycle and of Superball

typedef struct Cell {
  int row, column;
} Cell;

// North, south, west, east. In Light Cycle a row is an x, and a column a y.
static const Cell steps[] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}, {0, 0}};

static int below(int bound) { return rand() % bound; }

static Cell sum(Cell one, Cell other) {
  const Cell cell = {one.row + other.row, one.column + other.column};
  return cell;
}

static int is_same(Cell one, Cell other) { return one.row == other.row && one.column == other.column; }

static Cell cell_of(const Json* pair) {
  const Cell cell = {json_int(json_at(pair, 0)), json_int(json_at(pair, 1))};
  return cell;
}

// The mark of a cell in rows of text; 0 outside.
static char mark_at(const Json* rows, Cell cell) {
  if (cell.row < 0 || cell.row >= json_size(rows) || cell.column < 0) {
    return '\0';
  }
  const char* const row = json_text(json_at(rows, cell.row));
  return (size_t)cell.column < strlen(row) ? row[cell.column] : '\0';
}

// ---- The games. Each has one function, which answers the view of every turn. What is static lasts for the
// match.

static void planets(const Json* view, const RefereeMatch* match) {
  // Your ideas go here.
  static const char letters[] = "UDLR.";
  const Json* const grid =
      json_get(match->setup, "grid");  // null: an asteroid, 0: empty, k: a nebula for k turns
  const Cell ship = cell_of(json_get(json_get(view, "ship"), "location"));
  const int rows = json_size(grid), columns = json_size(json_at(grid, 0));
  int step;
  Cell to;
  do {
    step = below(5);
    to = sum(ship, steps[step]);
    to.row = (to.row + rows) % rows;  // edges are joined
    to.column = (to.column + columns) % columns;
  } while (json_is_null(json_at(json_at(grid, to.row), to.column)));
  const char move[2] = {letters[step], '\0'};
  referee_answer_text(move);
}

static int trail_of[GRID];  // Light Cycle: the cycle that was in a cell last, or NONE

static int place_on(const RefereeMatch* match, Cell cell) {
  const int size = json_int(json_get(match->setup, "size"));
  const int is_inside = cell.row >= 0 && cell.row < size && cell.column >= 0 && cell.column < size;
  return is_inside ? cell.row * size + cell.column : NONE;
}

// Follows the trails, also of turns that were played before this program began.
static void see_lightcycle(const Json* view, const RefereeMatch* match) {
  const Json* const cycles = json_get(view, "cycles");
  for (int cycle = 0; cycle < json_size(cycles); ++cycle) {
    const int place = place_on(match, cell_of(json_at(cycles, cycle)));
    if (place != NONE) {  // the dead are nowhere
      trail_of[place] = cycle;
    }
  }
}

static void lightcycle(const Json* view, const RefereeMatch* match) {
  // Your ideas go here.
  const Json* const starts = json_get(match->setup, "starts");
  const Json* const cycles = json_get(view, "cycles");
  int first = 0;  // cycles are numbered team by team
  for (int team = 0; team < match->seat; ++team) {
    first += json_size(json_at(starts, team));
  }
  const int last = first + json_size(json_at(starts, match->seat));
  referee_answer("[");
  for (int cycle = first; cycle < last; ++cycle) {
    const Cell at = cell_of(json_at(cycles, cycle));
    Cell target = sum(at, steps[below(4)]);
    for (int turn = below(4), tried = 0; tried < 4; ++tried) {
      const int place = place_on(match, sum(at, steps[(turn + tried) % 4]));
      const int owner = place == NONE ? NONE : trail_of[place];
      if (place != NONE &&
          (owner == NONE || cell_of(json_at(cycles, owner)).row < 0)) {  // no trail of the dead
        target = sum(at, steps[(turn + tried) % 4]);
        trail_of[place] = cycle;  // no other cycle of this team goes there
        break;
      }
    }
    referee_answer("%s[%d,%d]", cycle == first ? "" : ",", target.row, target.column);
  }
  referee_answer("]");
}

static void snake(const Json* view, const RefereeMatch* match) {
  // Your ideas go here. A single step is enough, too: the next turn asks again.
  static const char letters[] = "NSOE";  // O: ovest, west
  const Json* const maze = json_get(view, "maze");
  Cell head = cell_of(json_get(view, "head"));
  char path[501] = "";
  (void)match;
  for (int length = 0; length < 500 && mark_at(maze, head) != '_'; ++length) {
    Cell free[4];
    char names[4];
    int count = 0;
    for (int step = 0; step < 4; ++step) {
      const char mark = mark_at(maze, sum(head, steps[step]));
      if (mark != '\0' && mark != '#') {
        free[count] = sum(head, steps[step]);
        names[count++] = letters[step];
      }
    }
    const int choice = count == 0 ? NONE : below(count);
    path[length] = choice == NONE ? 'N' : names[choice];  // walled in: the step has no effect
    head = choice == NONE ? head : free[choice];
  }
  referee_answer_text(path);
}

static void walls(const Json* view, const RefereeMatch* match) {
  // Your ideas go here.
  static const char faces[] = "NSWE";
  static const char* const moves[] = {"left", "right", "forward", "forward"};
  const Json* const players = json_get(view, "players");
  const Json* const me = json_at(players, match->seat);
  const char face = json_text(json_get(me, "face"))[0];
  const Cell ahead = sum(cell_of(json_get(me, "at")), steps[strchr(faces, face) - faces]);
  const char mark = mark_at(json_get(view, "board"), ahead);
  const int is_other = is_same(ahead, cell_of(json_get(json_at(players, 1 - match->seat), "at")));
  const int is_open = (mark == '.' || mark == "AB"[match->seat]) && !is_other;
  referee_answer_text(moves[below(is_open ? 4 : 2)]);
}

// Counts the pieces of one colour that touch each other, from `cell` on, and clears them in `is_new`.
static int group_size(const Json* board, Cell cell, int columns, char* is_new) {
  const int colour = tolower(mark_at(board, cell));
  int size = 1;
  is_new[cell.row * columns + cell.column] = 0;
  for (int step = 0; step < 4; ++step) {
    const Cell next = sum(cell, steps[step]);
    if (tolower(mark_at(board, next)) == colour && is_new[next.row * columns + next.column]) {
      size += group_size(board, next, columns, is_new);
    }
  }
  return size;
}

static void superball(const Json* view, const RefereeMatch* match) {
  // Your ideas go here.
  static char is_new[BOARD];
  static Cell pieces[BOARD];
  const Json* const board = json_get(view, "board");
  const int rows = json_size(board), columns = (int)strlen(json_text(json_at(board, 0)));
  const int enough = json_int(json_get(match->setup, "min_score_size"));
  int count = 0;
  for (int place = 0; place < rows * columns; ++place) {
    const Cell cell = {place / columns, place % columns};
    if (isalpha((unsigned char)mark_at(board, cell))) {
      pieces[count++] = cell;
    }
  }
  for (int piece = 0; piece < count; ++piece) {
    memset(is_new, 1, sizeof is_new);
    if (isupper((unsigned char)mark_at(board, pieces[piece])) &&  // upper case: on a goal cell
        group_size(board, pieces[piece], columns, is_new) >= enough) {
      referee_answer("\"SCORE %d %d\"", pieces[piece].row, pieces[piece].column);
      return;
    }
  }
  const int one = below(count), other = (one + 1 + below(count - 1)) % count;
  referee_answer("\"SWAP %d %d ", pieces[one].row, pieces[one].column);
  referee_answer("%d %d\"", pieces[other].row, pieces[other].column);
}

// Ships in rows from the top, the longest first.
static void place_ships(const Json* setup) {
  const Json* const lengths = json_get(setup, "ships");
  const int size = json_int(json_get(setup, "size")), gap = json_truth(json_get(setup, "touching")) ? 0 : 1;
  Cell at = {0, 0};
  const char* comma = "";
  referee_answer("{\"ships\":[");
  for (int length = size; length > 0; --length) {
    for (int ship = 0; ship < json_size(lengths); ++ship) {
      if (json_int(json_at(lengths, ship)) == length) {
        if (at.column + length > size) {  // this row is full
          at.row += 1 + gap;
          at.column = 0;
        }
        referee_answer("%s{\"across\":true,\"at\":[%d,%d],\"length\":%d}", comma, at.row, at.column, length);
        at.column += length + gap;
        comma = ",";
      }
    }
  }
  referee_answer("]}");
}

static void battleship(const Json* view, const RefereeMatch* match) {
  // Your ideas go here.
  if (strcmp(json_text(json_get(view, "phase")), "place") == 0) {
    place_ships(match->setup);
    return;
  }
  const Json* const board = json_at(json_get(view, "boards"), 1 - match->seat);  // the opponent's
  const int size = json_size(board);
  Cell cell;
  do {
    cell.row = below(size);
    cell.column = below(size);
  } while (mark_at(board, cell) != '.');  // it has not been shot at
  referee_answer("[%d,%d]", cell.row, cell.column);
}

typedef void (*Function)(const Json* view, const RefereeMatch* match);

static const struct {
  const char* name;
  Function move, see;
} games[] = {{"planets", planets, NULL},     {"lightcycle", lightcycle, see_lightcycle},
             {"snake", snake, NULL},         {"walls", walls, NULL},
             {"superball", superball, NULL}, {"battleship", battleship, NULL}};

static size_t game;  // of the current match, in `games`

static void start(const RefereeMatch* match) {
  memset(trail_of, 0xff, sizeof trail_of);  // NONE everywhere
  for (game = 0; game < sizeof games / sizeof games[0]; ++game) {
    if (strcmp(games[game].name, match->game) == 0) {
      return;
    }
  }
  fprintf(stderr, "no function for the game %s\n", match->game);
  exit(1);
}

static void see(const Json* view, const RefereeMatch* match) {
  if (games[game].see != NULL) {
    games[game].see(view, match);
  }
}

static void move(const Json* view, const RefereeMatch* match) { games[game].move(view, match); }

int main(void) {
  const RefereeBot bot = {move, start, see, 0};
  srand((unsigned)time(NULL) ^ (unsigned)(uintptr_t)&bot);
  return referee_play_bot(bot);
}
