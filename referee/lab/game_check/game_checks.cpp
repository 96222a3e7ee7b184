#include "referee/lab/game_check/game_checks.h"

#include <array>

namespace referee::game_check {
namespace {

constexpr std::string_view kContract = "protocol/RULES_PROGRAM.md";

}  // namespace

const Check kFolder{
    .name = "game.json",
    .place = "The folder",
    .expected = "a folder with a game.json that has all that is required",
    .mend = "Change the key that is named. `referee new-game` writes a folder to compare with.",
    .page = kContract};
const Check kReadme{.name = "README",
                    .place = "The folder",
                    .expected = "a README.md with the rules, and JSON of views and moves, of this game",
                    .mend = "Write what somebody must know who has only this page to write a bot.",
                    .page = kContract};
const Check kServes{.name = "starts and answers",
                    .place = "Faults of the program",
                    .expected = "hello within start_ms, then an answer to each request within answer_ms",
                    .mend =
                        "Print only answers to standard output, one line for each request, in the order of "
                        "the requests. Print all else to standard error.",
                    .page = kContract};
const Check kAnswers{.name = "form of answers",
                     .place = "A position",
                     .expected = "answers that have the keys and values of the contract",
                     .mend = "Change the key that is named. The libraries write answers of this form.",
                     .page = kContract};
const Check kNoError{.name = "no errors",
                     .place = "A position",
                     .expected = "no error with default options and with moves of every kind",
                     .mend = "The words are those of your program: an exception has left your rules there.",
                     .page = kContract};
const Check kSame{.name = "the same twice",
                  .place = "Lines",
                  .expected = "the same options, seed, salt and moves give the same answers",
                  .mend =
                      "Take all chance from seed and salt. Read no clock, and keep nothing from one match to "
                      "the next.",
                  .page = kContract};
const Check kOrder{
    .name = "matches apart",
    .place = "Lines",
    .expected = "a match that does not change when others are played at the same time",
    .mend = "Keep what belongs to a match under its \"match\": no variable is for all matches.",
    .page = kContract};
const Check kRestart{
    .name = "after a restart",
    .place = "Lines",
    .expected = "a program that was started anew plays the same match from the same moves",
    .mend = "Keep nothing outside the match: no file, no variable that lives longer than it.",
    .page = kContract};
const Check kState{.name = "state given back",
                   .place = "A position",
                   .expected = "a step that needs only the state, in a program that was started anew",
                   .mend = "Put all of the match into \"state\", chance included, or leave \"state\" out.",
                   .page = kContract};
const Check kListed{.name = "listed moves",
                    .place = "A position",
                    .expected = "each move in \"legal\" is accepted",
                    .mend = "Make the list from the rule that step uses.",
                    .page = kContract};
const Check kUnlisted{
    .name = "other moves",
    .place = "A position",
    .expected = "a move that \"legal\" does not list is refused",
    .mend = "Refuse it, or list it. `legal` has all moves, or null where they are too many.",
    .page = kContract};
const Check kMalformed{
    .name = "malformed moves",
    .place = "A position",
    .expected = "JSON of a form that no move has is refused",
    .mend = "Check the form before the rules. In Python True == 1: compare types as well as values.",
    .page = kContract};
const Check kUnchanged{.name = "refusals",
                       .place = "A position",
                       .expected = "a refused move changes nothing",
                       .mend = "Check all moves of a step before you play the first one.",
                       .page = kContract};
const Check kEnds{.name = "ends",
                  .place = "The folder",
                  .expected = "each match is over within max_turns, also if no bot gives a valid move",
                  .mend = "Count turns in your rules and end the match, or raise max_turns in game.json.",
                  .page = kContract};
const Check kForfeits{.name = "seats that are out",
                      .place = "Lines",
                      .expected = "a forfeited seat is not asked again, and the match ends",
                      .mend = "Note the seats with \"forfeited\": true, and leave them out of to_move.",
                      .page = kContract};
const Check kScores{
    .name = "scores",
    .place = "A position",
    .expected = "not all matches end with equal scores",
    .mend = "Return more for the seat that is better. Ranks and points come from scores alone.",
    .page = kContract};
const Check kOptions{
    .name = "options",
    .place = "The folder",
    .expected = "a match with each value that the schema of an option allows",
    .mend = "Make the bounds of the option in game.json narrower, or let your rules bear them.",
    .page = kContract};
const Check kSecrets{
    .name = "secrets",
    .place = "A position",
    .expected =
        "readers that see different things if \"hidden\" is true, and two matches that a seat's view "
        "cannot tell apart tell the seat the same",
    .mend =
        "Take it out, or show it in the view of every seat if all may know it. legal, events, "
        "setup, refusals and the view of spectators tell only what every reader may know.",
    .page = kContract};
const Check kPictures{.name = "pictures",
                      .place = "Pictures",
                      .expected = "each picture in a view can be drawn by terminals and pages",
                      .mend = "Change the key that is named. Until then people see the view as text.",
                      .page = kContract};
const Check kPainter{.name = "painter",
                     .place = "painter.js",
                     .expected = "painter.js draws, describes and counts each position of a match",
                     .mend = "Mend painter.js where it says. Until then pages draw the picture.",
                     .page = kContract};
const Check kRecords{
    .name = "records",
    .place = "Records",
    .expected = "each record in records/ plays again with these rules",
    .mend = "If you have changed the rules, raise version in game.json and play new records.",
    .page = kContract};
const Check kBots{.name = "bots",
                  .place = "The folder",
                  .expected = "a match of the bots that game.json names, without a fault of theirs",
                  .mend = "Play the same match with `referee match`, and look at it with `referee show`.",
                  .page = kContract};
const Check kSpeed{.name = "speed",
                   .place = "Faults of the program",
                   .expected = "turns that a tournament has time for",
                   .mend = "Make the slowest answer faster.",
                   .page = kContract};
const Check kMemory{.name = "memory",
                    .place = "Lines",
                    .expected = "memory that does not grow with the number of matches",
                    .mend = "Forget a match at \"end\".",
                    .page = kContract};

std::string_view mend_of(rules::ProgramFault fault) {
  switch (fault) {
    case rules::ProgramFault::start:
      return "Build the program first if it has to be built. \"command\" in game.json is run in the folder "
             "of the game: let the file be there, give it the right to run (chmod +x) where it is named "
             "alone, and install what runs it.";
    case rules::ProgramFault::ended:
      return "Its last words say why. Let the program read requests from standard input until that ends.";
    case rules::ProgramFault::hello:
      return "Change the key that is named. The hello has \"rules_program\":1, and the name and version of "
             "game.json.";
    case rules::ProgramFault::silence:
      return "Flush each line after it is written. If it computes for longer, raise start_ms or answer_ms in "
             "game.json.";
    case rules::ProgramFault::no_line:
    case rules::ProgramFault::none:
      break;
  }
  return kServes.mend;
}

std::span<const Check* const> all() {
  static constexpr std::array kAll = {&kFolder, &kReadme,   &kSame,      &kOrder,     &kRestart, &kState,
                                      &kListed, &kUnlisted, &kMalformed, &kUnchanged, &kEnds,    &kForfeits,
                                      &kScores, &kOptions,  &kSecrets,   &kPictures,  &kPainter, &kRecords,
                                      &kBots,   &kSpeed,    &kMemory,    &kServes,    &kAnswers, &kNoError};
  return kAll;
}

}  // namespace referee::game_check
