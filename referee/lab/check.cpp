#include "referee/lab/check.h"

#include <array>

namespace referee {

namespace check {

const Check kStartUp{
    .name = "hello in time",
    .place = "A bot in five sentences, 1",
    .expected = "a whole line with hello within init_ms (10 s unless the clock says otherwise)",
    .mend =
        "Say hello before you wait for anything, end the line with \\n, and flush: print(..., flush=True) "
        "in Python, std::endl in C++, fflush(stdout) in C, System.out.flush() in Java."};
const Check kHello{
    .name = "hello first",
    .place = "A bot in five sentences, 1",
    .expected = "{\"type\":\"hello\",\"protocol\":1} as the first line on standard output, said once",
    .mend = "Print nothing before hello, and say it once: banners and debugging belong on standard error."};
const Check kVersion{.name = "protocol version",
                     .place = "Versions",
                     .expected = "\"protocol\": the highest version that the bot speaks, 1 or more",
                     .mend = "Write \"protocol\":1, and no \"role\" other than \"bot\"."};
const Check kIdentity{
    .name = "name and token",
    .place = "Names and tokens",
    .expected =
        "a name of [A-Za-z0-9][A-Za-z0-9._-]{0,31}, and after a reconnect the same name with the "
        "token of the first welcome",
    .mend = "Keep the \"token\" of welcome, and put it beside the same \"name\" into every later hello.",
    .who = Check::For::dialled};
const Check kOneLine{
    .name = "one message a line",
    .place = "One JSON object a line",
    .expected = "one whole JSON object a line, ended by \\n",
    .mend =
        "Write each message without line breaks inside (no indent, no pretty-printing) and one newline "
        "at its end."};
const Check kOnlyMessages{
    .name = "only messages",
    .place = "Standard output carries the protocol",
    .expected = "nothing but messages on standard output",
    .mend =
        "Print debugging to standard error: print(..., file=sys.stderr), std::cerr, console.error, "
        "System.err."};
const Check kFields{
    .name = "fields of a message",
    .place = "Messages",
    .expected = "hello with the integer \"protocol\"; move with \"match\", the integer \"turn\" and \"move\"",
    .mend =
        "Copy \"match\" and \"turn\" from the request as they are: \"turn\" is an integer: 3, not \"3\" and "
        "not 3.0."};
const Check kLength{.name = "short lines",
                    .place = "Limits",
                    .expected = "lines of at most 65536 bytes",
                    .mend = "Send the move alone; drawings and logs belong on standard error."};
const Check kNumbers{
    .name = "match and turn",
    .place = "A bot in five sentences, 3",
    .expected = "a move that names the match and the turn of the newest request",
    .mend = "Copy \"match\" and \"turn\" from the turn that you answer; do not count yourself.",
    .needs_turns = true};
const Check kOnce{.name = "one answer a turn",
                  .place = "Other error codes: duplicate",
                  .expected = "one move for each turn",
                  .mend = "Answer a turn once. Look for a second print, or for a loop that runs twice.",
                  .needs_turns = true};
const Check kWhenAsked{
    .name = "speaks when asked",
    .place = "A bot in five sentences, 2 and 3; Other error codes: early, unexpected, unknown_type",
    .expected = "after hello, moves only, and only when a turn has been asked",
    .mend = "Answer messages of type \"turn\" alone: welcome, wait, start, error and end need no answer."};
const Check kAnswers{
    .name = "answers every turn",
    .place = "A bot in five sentences, 3",
    .expected = "a move for every turn, flushed",
    .mend =
        "Flush after every line: print(..., flush=True) in Python, std::endl in C++, fflush(stdout) in C, "
        "System.out.flush() in Java. If you do, look for a sleep, or for a wait for more input.",
    .needs_turns = true};
const Check kLegal{.name = "plays",
                   .place = "Verdicts: illegal, malformed; and the README.md of the game",
                   .expected = "a move in the game's own shape that the rules allow now",
                   .mend = "Compare your move with \"move\" and \"view\" in the README.md of the game.",
                   .needs_turns = true};
const Check kInTime{.name = "answers in time",
                    .place = "Clocks",
                    .expected = "each answer within \"left_ms\" of its turn",
                    .mend = "Read clock.left_ms in every turn, and stop thinking well before it is used up.",
                    .needs_turns = true};
const Check kAwake{.name = "does not sleep",
                   .place = "Clocks",
                   .expected = "a bot that computes, or answers, as long as its turn is open",
                   .mend =
                       "Do not call sleep, and do not look for input again and again with pauses between: "
                       "a blocking read returns as soon as a line is there.",
                   .who = Check::For::launched,
                   .needs_turns = true};
const Check kLeaves{
    .name = "leaves at bye",
    .place = "A bot in five sentences, 5",
    .expected = "the program ends by itself, with exit status 0, after bye or the end of input",
    .mend = "End the loop at \"bye\" and at the end of input, and return 0 from main."};

}  // namespace check

std::span<const Check* const> checks_of_play() {
  static constexpr std::array kRules = {
      &check::kStartUp,      &check::kHello,   &check::kVersion, &check::kIdentity, &check::kOneLine,
      &check::kOnlyMessages, &check::kFields,  &check::kLength,  &check::kNumbers,  &check::kOnce,
      &check::kWhenAsked,    &check::kAnswers, &check::kInTime,  &check::kAwake};
  return kRules;
}

}  // namespace referee
