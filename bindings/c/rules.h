#ifndef REFEREE_RULES_H
#define REFEREE_RULES_H

/* The rules of all games of the referee, as a library: positions, legal moves, views, and whether a record is
 * true.
 *
 * JSON goes in and comes out as UTF-8 text. docs/reference/rules-library.md describes it by examples;
 * docs/reference/search-programs.md has the requests and answers of rules_answer().
 *
 * A function that fails returns NULL, -1 or 0, as it says, and rules_error() then says why. A failed call
 * changes nothing else. Text that is returned ends with a NUL and belongs to the handle: it is valid until
 * the next call with that handle. Handles do not share anything: threads may use different ones at once, and
 * one only by turns. */

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define RULES_API __attribute__((visibility("default")))
#else
#define RULES_API
#endif

/* For whom a view is: a seat from 0, or all that the rules know. */
#define RULES_EVERYBODY (-1)

typedef struct rules_session rules_session; /* answers request lines, and keeps the positions that it told */
typedef struct rules_game rules_game;       /* a game after given answers */

/* The version of the referee that the rules are of: "0.2.0". */
RULES_API const char* rules_version(void);
/* Why the last call on this thread that failed has failed; "" if none has. Valid until the next failure. */
RULES_API const char* rules_error(void);

/* A session that keeps `positions` positions, at least 1. NULL on failure. */
RULES_API rules_session* rules_open(size_t positions);
/* The line that answers a request line of `size` bytes, both without a newline. A request with a mistake is
 * answered with {"error":...}. NULL only if there is no memory or no session. */
RULES_API const char* rules_answer(rules_session* session, const char* line, size_t size);
/* Plays a record of `size` bytes again, the text of a whole file, and compares every event: one JSON object,
 * as `referee verify --json` has it for a record, without "file". NULL as above. */
RULES_API const char* rules_verify(rules_session* session, const char* record, size_t size);
RULES_API void rules_close(rules_session* session); /* NULL has no effect */

/* A game at its start. `game`: its name, "walls"; `options`: a JSON object, NULL for none; `salt`: 32 hex
 * digits, which secret deals come from, NULL for none. NULL on failure. */
RULES_API rules_game* rules_make(const char* game, const char* options, uint64_t seed, const char* salt);
/* An independent copy. NULL on failure. */
RULES_API rules_game* rules_clone(const rules_game* game);
RULES_API void rules_free(rules_game* game); /* NULL has no effect */

/* Plays a turn. `answers`: JSON, the answer of the seat to move; where several are to move, a list of theirs,
 * in the order of rules_to_move(). null is no move. Returns how many answers the rules refused, which then
 * count as no move; -1 on failure: the game is over, or the list has another length. */
RULES_API int rules_apply(rules_game* game, const char* answers, size_t size);
/* A turn of many games of one kind, for programs that learn from many at once. All arrays are the caller's; i
 * is the number of a game, and `seats` how many the games have. */
typedef struct rules_turn {
  size_t count;             /* games */
  rules_game* const* games; /* each another one */
  const char* moves;        /* JSON: a list of moves. An action is the number of one in it, from 0; any other
                               number is no move */
  size_t moves_size;        /* bytes of `moves` */
  size_t width; /* 1: games in which one seat at a time is to move, and the actions are those of that seat; or
                   `seats`: there is one for each seat, and that of a seat that is not to move is not looked
                   at */
  const int32_t* actions; /* [i * width + k] */
  const uint64_t* seeds;  /* [i]: of the game that begins if this one was over; NULL for 0 */
  int32_t* movers;        /* written: [i], the first seat to move after the turn; -1: the game is over */
  double* rewards;        /* written: [i * seats + seat], what the turn has added to the seat's score */
  uint8_t* masks; /* written: [(i * width + k) * moves + action], 1 if it is legal after the turn, else 0;
                     NULL: not asked for */
} rules_turn;

/* Plays a turn in each game. A game that is over begins anew in place of that, with rewards of 0 and no salt.
 * Returns how many answers the rules refused; -1 on failure: a number of seats, or of seats to move, does not
 * fit `width`, or a game is another one than the first. Games before that one have then played. */
RULES_API int rules_play(const rules_turn* turn);

/* How many seats are to move; 0: the game is over, or `game` is NULL. Writes the first `most` of them to
 * `seats`. */
RULES_API size_t rules_to_move(const rules_game* game, size_t* seats, size_t most);
/* The legal moves of a seat to move: {"seat":0,"moves":[...]}, or {"seat":0,"parts":[[...],...]} in Light
 * Cycle, a list for each cycle of the team. "moves" is null where the rules do not list them. NULL on
 * failure. */
RULES_API const char* rules_legal(rules_game* game, int seat);
/* What a seat may see, or RULES_EVERYBODY, as `turn` of the protocol has it. NULL on failure. */
RULES_API const char* rules_view(rules_game* game, int seat);
/* How many seats there are. Writes the scores of the first `most` to `scores`: those of a match that ended
 * now. They may show what a game hides. 0 if `game` is NULL. */
RULES_API size_t rules_scores(const rules_game* game, double* scores, size_t most);
/* All of a position but its view, as rules_answer() tells it to a seat, or to RULES_EVERYBODY: an object with
 * turn, to_move, setup, events, refused, over, scores and outcome. NULL on failure. */
RULES_API const char* rules_tell(rules_game* game, int seat);

#ifdef __cplusplus
}
#endif

#endif
