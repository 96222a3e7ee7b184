// Lets a function play: it gets what your bot sees and answers with its move. This file does the rest.
//
//     #include "referee.h"
//
//     static void move(const Json *view, const RefereeMatch *match) {
//       static const char *const moves[] = {"forward", "left", "right"};
//       (void)view, (void)match;
//       referee_answer_text(moves[rand() % 3]);
//     }
//
//     int main(void) { return referee_play(move); }
//
// Keep this file beside your bot, include it in one source, and submit both. It needs C99, or C++11, and the
// standard library: cc -O2 -o my_bot my_bot.c
#ifndef REFEREE_H
#define REFEREE_H

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef _WIN32
#include <io.h>
#else
#include <unistd.h>
#endif
#ifdef __cplusplus
#include <exception>
#include <stdexcept>
#endif

// ---- What you use.

// A value of JSON. Reading it as a wrong type, or what is not there, ends your function: the message names
// the value, and this turn has no move.
typedef struct Json Json;

static inline int json_has(const Json* object, const char* key);          // whether an object has this field
static inline const Json* json_get(const Json* object, const char* key);  // a field
static inline const Json* json_at(const Json* list, int index);           // an element, from 0
static inline int json_size(const Json* list);                            // number of elements
static inline int json_int(const Json* value);                            // an integer
static inline double json_number(const Json* value);                      // any number
static inline const char* json_text(const Json* value);                   // a text in UTF-8
static inline int json_truth(const Json* value);                          // true or false
static inline int json_is_null(const Json* value);                        // whether it is null

// The match that is played now. Each match has a new one.
typedef struct RefereeMatch {
  const Json* start;    // the whole message that began it
  const char* id;       // its name
  const char* game;     // what is played: "walls"
  int seat;             // yours, from 0
  const Json* players;  // names by seat
  const Json* setup;    // what the game says once
  int turn;             // the number of this turn
  double left_ms;       // the time left for this answer, when the referee asked; -1 if it did not say
} RefereeMatch;

// A bot: functions of yours. All but move may be NULL.
typedef struct RefereeBot {
  // Answers with your move: see referee_answer().
  void (*move)(const Json* view, const RefereeMatch* match);
  // A match begins. Forget the last one here, if you keep anything in variables of your own.
  void (*start)(const RefereeMatch* match);
  // Called with every view before move, and with each earlier view when a match goes on in its middle.
  // Whoever remembers views should do it here.
  void (*see)(const Json* view, const RefereeMatch* match);
  // Not 0 if your program cannot forget a match. Then the referee starts it anew for each match, and plays an
  // interrupted match again from its beginning.
  int one_match;
} RefereeBot;

// Adds to your move, as printf does. The move is JSON: referee_answer("[%d,%d]", row, column). For a list
// call it several times.
static inline void referee_answer(const char* format, ...);

// Answers with a text as your move: referee_answer_text("forward").
static inline void referee_answer_text(const char* text);

// Plays matches until the referee says bye. Returns what main() returns.
static inline int referee_play_bot(RefereeBot bot);
static inline int referee_play(void (*move)(const Json* view, const RefereeMatch* match));

// ---- How it works. Nothing below depends on the game.

enum { JSON_NULL, JSON_TRUTH, JSON_NUMBER, JSON_TEXT, JSON_LIST, JSON_OBJECT };

struct Json {
  int type;
  double number;       // of a number; 1 or 0 of true or false
  const char* text;    // of a text
  int size;            // of a list or an object; bytes of a text
  const Json** items;  // their values
  const Json** keys;   // of an object: texts
  int is_integer;      // of a number: whether `integer` has it
  long long integer;
};

// Memory that is given back all at once.
typedef struct RefereeBlock {
  struct RefereeBlock* next;
  double memory[1];
} RefereeBlock;

// A text that grows.
typedef struct RefereeText {
  char* bytes;
  size_t size, room;
} RefereeText;

// A line that has arrived.
typedef struct RefereeMessage {
  struct RefereeMessage* next;
  RefereeBlock* blocks;  // where its values are
  const Json* value;
  const char* type;
} RefereeMessage;

static struct {
  RefereeBot bot;
  RefereeMatch match;
  RefereeBlock* start_blocks;  // where the values of `match` are
  int output;                  // where answers go
  RefereeText move;            // of this turn
  RefereeBlock* move_blocks;   // its values, to see whether it is JSON
  RefereeText shown;           // texts that were printed in this match, each with a 0 behind it
  int failed;                  // the last turn of this match in which move failed
  int can_fail;                // whether a failure ends a function of yours, and not the program
  jmp_buf after_failure;
  char failure[400];
} referee_;

#ifdef __GNUC__
__attribute__((format(printf, 1, 2), noreturn))
#endif
static inline void
referee_fail(const char* format, ...) {
  va_list values;
  va_start(values, format);
  vsnprintf(referee_.failure, sizeof referee_.failure, format, values);
  va_end(values);
  if (!referee_.can_fail) {
    fprintf(stderr, "%s\n", referee_.failure);
    exit(1);
  }
#ifdef __cplusplus
  throw std::runtime_error(referee_.failure);
#else
  longjmp(referee_.after_failure, 1);
#endif
}

static inline void* referee_new(size_t size) {
  void* const memory = malloc(size);
  if (memory == NULL) {
    fprintf(stderr, "referee.h: out of memory\n");
    exit(1);
  }
  return memory;
}

static inline void* referee_take(RefereeBlock** blocks, size_t size) {
  RefereeBlock* const block = (RefereeBlock*)referee_new(sizeof(RefereeBlock) + size);
  block->next = *blocks;
  *blocks = block;
  return block->memory;
}

static inline void referee_give_back(RefereeBlock* blocks) {
  while (blocks != NULL) {
    RefereeBlock* const next = blocks->next;
    free(blocks);
    blocks = next;
  }
}

static inline void referee_append(RefereeText* text, const char* bytes, size_t size) {
  if (text->size + size + 1 > text->room) {
    char* const old = text->bytes;
    text->room = 2 * (text->size + size + 1);
    text->bytes = (char*)referee_new(text->room);
    memcpy(text->bytes, old == NULL ? "" : old, text->size);
    free(old);
  }
  memcpy(text->bytes + text->size, bytes, size);
  text->size += size;
  text->bytes[text->size] = '\0';
}

static inline void referee_append_format(RefereeText* text, const char* format, va_list values) {
  va_list again;
  va_copy(again, values);
  const int size = vsnprintf(NULL, 0, format, again);
  va_end(again);
  char* const bytes = (char*)referee_new((size_t)size + 1);
  vsnprintf(bytes, (size_t)size + 1, format, values);
  referee_append(text, bytes, (size_t)size);
  free(bytes);
}

static inline void referee_append_quoted(RefereeText* text, const char* bytes) {
  referee_append(text, "\"", 1);
  for (; *bytes != '\0'; ++bytes) {
    char escaped[8];
    const unsigned char byte = (unsigned char)*bytes;
    if (byte < ' ' || byte == '"' || byte == '\\') {
      snprintf(escaped, sizeof escaped, "\\u%04x", (unsigned)byte);
      referee_append(text, escaped, 6);
    } else {
      referee_append(text, bytes, 1);
    }
  }
  referee_append(text, "\"", 1);
}

// -- Reading JSON

typedef struct RefereeReader {
  const char *at, *begin;
  RefereeBlock** blocks;
} RefereeReader;

static inline char referee_next(RefereeReader* reader) {
  reader->at += strspn(reader->at, " \t\r\n");
  return *reader->at;
}

static inline void referee_wrong(const RefereeReader* reader, const char* expected) {
  referee_fail("JSON, column %d: expected %s", (int)(reader->at - reader->begin) + 1, expected);
}

static inline unsigned referee_hex(RefereeReader* reader) {
  unsigned code = 0;
  for (int digit = 0; digit < 4; ++digit, ++reader->at) {
    static const char digits[] = "0123456789abcdefABCDEF";
    const char* const found = *reader->at == '\0' ? NULL : strchr(digits, *reader->at);
    if (found == NULL) {
      referee_wrong(reader, "4 hexadecimal digits");
    }
    const unsigned value = (unsigned)(found - digits);
    code = 16 * code + (value < 16 ? value : value - 6);
  }
  return code;
}

// Reads what stands behind \u, and writes it in UTF-8.
static inline char* referee_escaped_letter(RefereeReader* reader, char* to) {
  unsigned code = referee_hex(reader);
  if (code >= 0xd800 && code < 0xdc00 && reader->at[0] == '\\' && reader->at[1] == 'u') {
    reader->at += 2;
    code = 0x10000 + ((code - 0xd800) << 10) + (referee_hex(reader) & 0x3ff);
  }
  const int more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  static const unsigned char firsts[] = {0, 0xc0, 0xe0, 0xf0};
  *to++ = (char)(firsts[more] | (code >> (6 * more)));
  for (int byte = more - 1; byte >= 0; --byte) {
    *to++ = (char)(0x80 | ((code >> (6 * byte)) & 0x3f));
  }
  return to;
}

static inline void referee_read_text(RefereeReader* reader, Json* json) {
  if (referee_next(reader) != '"') {
    referee_wrong(reader, "a text");
  }
  const char* end = ++reader->at;
  while (*end != '"' && *end != '\0') {
    end += end[0] == '\\' && end[1] != '\0' ? 2 : 1;
  }
  char* const text = (char*)referee_take(reader->blocks, (size_t)(end - reader->at) + 1);
  char* to = text;
  while (*reader->at != '"') {
    static const char names[] = "\"\\/bfnrt";
    static const char letters[] = "\"\\/\b\f\n\r\t";
    if ((unsigned char)*reader->at < ' ') {
      referee_wrong(reader, "the end of a text");
    }
    if (*reader->at != '\\') {
      *to++ = *reader->at++;
      continue;
    }
    const char name = *++reader->at;
    const char* const found = name == '\0' ? NULL : strchr(names, name);
    if (name != 'u' && found == NULL) {
      referee_wrong(reader, "a letter that may stand behind \\");
    }
    ++reader->at;
    if (name == 'u') {
      to = referee_escaped_letter(reader, to);
    } else {
      *to++ = letters[found - names];
    }
  }
  ++reader->at;
  *to = '\0';
  json->type = JSON_TEXT;
  json->text = text;
  json->size = (int)(to - text);
}

static inline void referee_read_number(RefereeReader* reader, Json* json) {
  const char* end = reader->at + (*reader->at == '-');
  const size_t digits = strspn(end, "0123456789");
  if (digits == 0 || (digits > 1 && *end == '0')) {
    referee_wrong(reader, "a value");
  }
  end += digits;
  json->type = JSON_NUMBER;
  const char* const end_of_digits = end;
  if (*end == '.') {
    const size_t fraction = strspn(++end, "0123456789");
    reader->at = fraction == 0 ? end : reader->at;
    if (fraction == 0) {
      referee_wrong(reader, "a digit");
    }
    end += fraction;
  }
  if (*end == 'e' || *end == 'E') {
    end += end[1] == '-' || end[1] == '+' ? 2 : 1;
    const size_t exponent = strspn(end, "0123456789");
    reader->at = exponent == 0 ? end : reader->at;
    if (exponent == 0) {
      referee_wrong(reader, "a digit");
    }
    end += exponent;
  }
  json->number = strtod(reader->at, NULL);
  errno = 0;
  json->integer = end == end_of_digits ? strtoll(reader->at, NULL, 10) : 0;
  json->is_integer = end == end_of_digits && errno == 0;
  reader->at = end;
}

static inline int referee_is_word(RefereeReader* reader, const char* word) {
  const size_t size = strlen(word);
  const int is_word = strncmp(reader->at, word, size) == 0;
  reader->at += is_word ? size : 0;
  return is_word;
}

static inline Json* referee_new_value(RefereeReader* reader) {
  Json* const json = (Json*)referee_take(reader->blocks, sizeof *json);
  memset(json, 0, sizeof *json);
  return json;
}

static inline const Json* referee_read_value(RefereeReader* reader);

// A list, or an object if `is_object`.
static inline void referee_read_items(RefereeReader* reader, Json* json, int is_object) {
  const char close = is_object ? '}' : ']';
  int room = 0;
  json->type = is_object ? JSON_OBJECT : JSON_LIST;
  for (++reader->at; referee_next(reader) != close; ++json->size) {
    if (json->size == room) {
      room = 2 * room + 4;
      const Json** const items = (const Json**)referee_take(reader->blocks, (size_t)room * sizeof *items);
      const Json** const keys = (const Json**)referee_take(reader->blocks, (size_t)room * sizeof *keys);
      for (int i = 0; i < json->size; ++i) {
        items[i] = json->items[i];
        keys[i] = json->keys[i];
      }
      json->items = items;
      json->keys = keys;
    }
    if (json->size > 0) {
      if (*reader->at != ',') {
        referee_wrong(reader, "a comma");
      }
      ++reader->at;
    }
    json->keys[json->size] = NULL;
    if (is_object) {
      Json* const key = referee_new_value(reader);
      referee_read_text(reader, key);
      json->keys[json->size] = key;
      if (referee_next(reader) != ':') {
        referee_wrong(reader, "a colon");
      }
      ++reader->at;
    }
    json->items[json->size] = referee_read_value(reader);
  }
  ++reader->at;
}

static inline const Json* referee_read_value(RefereeReader* reader) {
  Json* const json = referee_new_value(reader);
  const char first = referee_next(reader);
  if (first == '{' || first == '[') {
    referee_read_items(reader, json, first == '{');
  } else if (first == '"') {
    referee_read_text(reader, json);
  } else if (referee_is_word(reader, "true") || referee_is_word(reader, "false")) {
    json->type = JSON_TRUTH;
    json->number = first == 't';
  } else if (!referee_is_word(reader, "null")) {
    referee_read_number(reader, json);
  }
  return json;
}

// One line of JSON; its values are in `blocks`.
static inline const Json* referee_read(const char* line, RefereeBlock** blocks) {
  RefereeReader reader = {line, line, blocks};
  const Json* const value = referee_read_value(&reader);
  if (referee_next(&reader) != '\0') {
    referee_wrong(&reader, "the end");
  }
  return value;
}

static inline const Json* referee_as(const Json* json, int type) {
  static const char* const names[] = {"null", "true or false", "a number", "a text", "a list", "an object"};
  if (json->type != type) {
    referee_fail("expected %s, got %s%s%s", names[type], names[json->type],
                 json->type == JSON_TEXT ? ": " : "", json->type == JSON_TEXT ? json->text : "");
  }
  return json;
}

static inline const Json* referee_find(const Json* object, const char* key) {
  referee_as(object, JSON_OBJECT);
  for (int i = 0; i < object->size; ++i) {
    if (strcmp(object->keys[i]->text, key) == 0) {
      return object->items[i];
    }
  }
  return NULL;
}

static inline int json_has(const Json* object, const char* key) { return referee_find(object, key) != NULL; }

static inline const Json* json_get(const Json* object, const char* key) {
  const Json* const found = referee_find(object, key);
  if (found == NULL) {
    char names[200] = "";
    for (int i = 0; i < object->size && strlen(names) + strlen(object->keys[i]->text) + 2 < sizeof names;
         ++i) {
      strcat(strcat(names, " "), object->keys[i]->text);
    }
    referee_fail("no \"%s\" among:%s", key, names);
  }
  return found;
}

static inline int json_size(const Json* list) { return referee_as(list, JSON_LIST)->size; }

static inline const Json* json_at(const Json* list, int index) {
  if (index < 0 || index >= json_size(list)) {
    referee_fail("no element %d in a list of %d", index, list->size);
  }
  return list->items[index];
}

static inline double json_number(const Json* value) { return referee_as(value, JSON_NUMBER)->number; }

static inline int json_int(const Json* value) {
  const double number = json_number(value);
  if (number < -2147483648.0 || number > 2147483647.0 || number != (double)(int)number) {
    referee_fail("expected an integer, got %g", number);
  }
  return (int)number;
}

static inline const char* json_text(const Json* value) { return referee_as(value, JSON_TEXT)->text; }
static inline int json_truth(const Json* value) { return referee_as(value, JSON_TRUTH)->number != 0; }
static inline int json_is_null(const Json* value) { return value->type == JSON_NULL; }

// -- Playing

// Prints a text of the referee's without control characters, which would change a terminal.
static inline void referee_print(const char* text) {
  for (const unsigned char* at = (const unsigned char*)text; *at != '\0'; ++at) {
    const int is_c1 = at[0] == 0xc2 && at[1] >= 0x80 && at[1] < 0xa0;  // in UTF-8
    const int is_control = (*at < 0x20 && *at != '\n' && *at != '\t') || *at == 0x7f || is_c1;
    fputc(is_control ? '?' : *at, stderr);
    at += is_c1;
  }
}

// Prints to standard error what has not been said before in this match.
static inline void referee_show(const char* what, int turn, const char* before) {
  for (size_t at = 0; at < referee_.shown.size; at += strlen(referee_.shown.bytes + at) + 1) {
    if (strcmp(referee_.shown.bytes + at, what) == 0) {
      return;
    }
  }
  referee_append(&referee_.shown, what, strlen(what) + 1);
  if (turn >= 0) {
    fprintf(stderr, "turn %d: ", turn);
  }
  referee_print(before);
  referee_print(what);
  fputc('\n', stderr);
}

static inline void referee_answer(const char* format, ...) {
  va_list values;
  va_start(values, format);
  referee_append_format(&referee_.move, format, values);
  va_end(values);
}

static inline void referee_answer_text(const char* text) { referee_append_quoted(&referee_.move, text); }

// Writes a line with its newline in one call: nothing waits.
static inline void referee_say(RefereeText* line) {
  referee_append(line, "\n", 1);
  for (size_t at = 0; at < line->size;) {
    const long written = (long)write(referee_.output, line->bytes + at, (unsigned)(line->size - at));
    if (written <= 0) {
      exit(0);  // the referee has gone
    }
    at += (size_t)written;
  }
  line->size = 0;
}

static inline void referee_say_hello(RefereeText* line) {
  static const char hello[] = "{\"type\":\"hello\",\"protocol\":1";
  static const char promises[] = ",\"resume\":true,\"features\":[\"new_match\"]";
  referee_append(line, hello, strlen(hello));
  if (!referee_.bot.one_match) {
    referee_append(line, promises, strlen(promises));
  }
  referee_append(line, "}", 1);
  referee_say(line);
}

static inline void referee_call_move(const Json* view) {
  referee_.move.size = 0;
  referee_.bot.move(view, &referee_.match);
  if (referee_.move.size == 0) {
    referee_fail("it has not called referee_answer");
  }
  referee_give_back(referee_.move_blocks);
  referee_.move_blocks = NULL;
  referee_read(referee_.move.bytes, &referee_.move_blocks);  // which fails if it is no JSON
  for (size_t i = 0; i < referee_.move.size; ++i) {
    if (referee_.move.bytes[i] == '\n') {
      referee_.move.bytes[i] = ' ';
    }
  }
}

// Calls move. If it fails the move is what is none in any game, so that the game goes on at once.
static inline void referee_choose(const Json* view) {
  volatile int has_failed = 1;  // volatile: it is read behind a longjmp
  referee_.can_fail = 1;
#ifdef __cplusplus
  try {
    referee_call_move(view);
    has_failed = 0;
  } catch (const std::exception& failure) {
    snprintf(referee_.failure, sizeof referee_.failure, "%s", failure.what());
  }
#else
  if (setjmp(referee_.after_failure) == 0) {
    referee_call_move(view);
    has_failed = 0;
  }
#endif
  referee_.can_fail = 0;
  fflush(stdout);
  if (has_failed) {
    referee_.failed = referee_.match.turn;
    referee_show(referee_.failure, referee_.match.turn, "no move, because your function failed: ");
    referee_.move.size = 0;
    referee_answer("{\"error\":");
    referee_answer_text(referee_.failure);
    referee_answer("}");
  }
}

static inline void referee_begin(RefereeMessage* message) {
  static const Json none = {JSON_LIST, 0, NULL, 0, NULL, NULL, 0, 0};
  const Json* const start = message->value;
  referee_give_back(referee_.start_blocks);
  referee_.start_blocks = message->blocks;
  message->blocks = NULL;
  referee_.match.start = start;
  referee_.match.id = json_text(json_get(start, "match"));
  referee_.match.game = json_text(json_get(start, "game"));
  referee_.match.seat = json_int(json_get(start, "seat"));
  referee_.match.players = json_has(start, "players") ? json_get(start, "players") : &none;
  referee_.match.setup = json_get(start, "setup");
  referee_.match.turn = 0;
  referee_.match.left_ms = -1;
  referee_.shown.size = 0;
  referee_.failed = -1;
  if (referee_.bot.start != NULL) {
    referee_.bot.start(&referee_.match);
  }
}

static inline void referee_look(const Json* message) {
  const Json* const clock = json_has(message, "clock") ? json_get(message, "clock") : NULL;
  referee_.match.turn = json_int(json_get(message, "turn"));
  referee_.match.left_ms =
      clock != NULL && json_has(clock, "left_ms") ? json_number(json_get(clock, "left_ms")) : -1;
  if (referee_.bot.see != NULL) {
    referee_.bot.see(json_get(message, "view"), &referee_.match);
  }
}

static inline void referee_report(const Json* error) {
  const int turn = json_has(error, "turn") ? json_int(json_get(error, "turn")) : -1;
  if (turn < 0 || turn != referee_.failed) {
    RefereeText before = {NULL, 0, 0};
    const char* const code = json_text(json_get(error, "code"));
    referee_append(&before, "the referee says ", 17);
    referee_append(&before, code, strlen(code));
    referee_append(&before, ": ", 2);
    referee_show(json_text(json_get(error, "message")), turn, before.bytes);
    free(before.bytes);
  }
}

static inline int referee_replaces_a_turn(const RefereeMessage* message) {
  return strcmp(message->type, "turn") == 0 || strcmp(message->type, "start") == 0 ||
         strcmp(message->type, "end") == 0;
}

// Answers one message; those behind it have arrived, too. Returns 0 at bye.
static inline int referee_handle(RefereeMessage* message, RefereeText* line) {
  const char* const type = message->type;
  if (strcmp(type, "start") == 0) {
    referee_begin(message);
  } else if (strcmp(type, "past") == 0 || strcmp(type, "turn") == 0) {
    int is_over = strcmp(type, "past") == 0;
    referee_look(message->value);
    for (const RefereeMessage* later = message->next; later != NULL; later = later->next) {
      is_over |= referee_replaces_a_turn(later);  // we were late: a newer one is here
    }
    if (!is_over) {
      char turn[32];
      referee_choose(json_get(message->value, "view"));
      referee_append(line, "{\"type\":\"move\",\"match\":", 23);
      referee_append_quoted(line, json_text(json_get(message->value, "match")));
      snprintf(turn, sizeof turn, ",\"turn\":%d,\"move\":", referee_.match.turn);
      referee_append(line, turn, strlen(turn));
      referee_append(line, referee_.move.bytes, referee_.move.size);
      referee_append(line, "}", 1);
      referee_say(line);
    }
  } else if (strcmp(type, "new_match") == 0) {
    referee_say_hello(line);
  } else if (strcmp(type, "error") == 0) {
    referee_report(message->value);
  } else if (strcmp(type, "end") == 0 && json_has(message->value, "faults")) {
    const int faults = json_int(json_get(message->value, "faults"));
    if (faults > 0) {
      fputs("match ", stderr);
      referee_print(referee_.match.id);
      fprintf(stderr, ": %d of your turns had no valid move in time\n", faults);
    }
  }
  return strcmp(type, "bye") != 0;
}

// Takes the whole lines out of `input`, as messages.
static inline RefereeMessage* referee_messages(RefereeText* input) {
  RefereeMessage* first = NULL;
  RefereeMessage** next = &first;
  char* begin = input->bytes;
  char* const end = input->bytes + input->size;
  for (char* newline; (newline = (char*)memchr(begin, '\n', (size_t)(end - begin))) != NULL;
       begin = newline + 1) {
    RefereeMessage* const message = (RefereeMessage*)referee_new(sizeof *message);
    memset(message, 0, sizeof *message);
    *newline = '\0';
    message->value = referee_read(begin, &message->blocks);
    message->type = json_text(json_get(message->value, "type"));
    *next = message;
    next = &message->next;
  }
  input->size = (size_t)(end - begin);
  memmove(input->bytes, begin, input->size);
  return first;
}

static inline int referee_play_bot(RefereeBot bot) {
  RefereeText input = {NULL, 0, 0};
  RefereeText line = {NULL, 0, 0};
  static char chunk[1 << 16];
  if (isatty(0)) {
    fprintf(stderr,
            "This bot waits for a referee, which starts it. Try: referee match walls --bot ./my_bot --bot "
            "sample:walls_random\n");
  }
  referee_.bot = bot;
  referee_.output = dup(1);
  dup2(2, 1);  // what is printed goes to standard error, because a stray line would be an answer
  referee_say_hello(&line);
  for (long size; (size = (long)read(0, chunk, sizeof chunk)) > 0;) {
    referee_append(&input, chunk, (size_t)size);
    RefereeMessage* message = referee_messages(&input);
    while (message != NULL) {
      RefereeMessage* const next = message->next;
      if (!referee_handle(message, &line)) {
        return 0;
      }
      referee_give_back(message->blocks);
      free(message);
      message = next;
    }
  }
  return 0;
}

static inline int referee_play(void (*move)(const Json* view, const RefereeMatch* match)) {
  RefereeBot bot = {NULL, NULL, NULL, 0};
  bot.move = move;
  return referee_play_bot(bot);
}

#endif
