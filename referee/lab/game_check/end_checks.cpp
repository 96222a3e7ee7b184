// The checks of how matches end, and of the options with which they begin.
#include <algorithm>
#include <functional>

#include "protocol/fields.h"
#include "protocol/json_writer.h"
#include "referee/lab/game_check/check_outcome.h"
#include "referee/lab/game_check/game_checks.h"
#include "referee/lab/game_check/game_examination.h"

namespace referee {
namespace {

constexpr std::size_t kOptionSteps = 200;  // with options at the borders

}  // namespace

std::string GameExamination::ends() {
  std::size_t longest = 0;
  for (const bool silent : {false, true}) {
    engines::Rng rng(3);
    const auto one = trial(3);
    while (!one->over() && one->steps() <= facts_.max_turns) {
      if (late()) {
        throw NotReached{"the match is not over after " + std::to_string(one->steps()) + " turns and 5 s"};
      }
      GameTrial::Moves moves = one->random_moves(rng);
      for (auto& move : moves) {
        move.move = silent ? std::nullopt : move.move;
      }
      (void)one->step(moves);
    }
    if (!one->over()) {
      throw GameFault{&game_check::kEnds,
                      "the match is not over after " + std::to_string(facts_.max_turns) +
                          " turns (max_turns)" + (silent ? " in which no seat gives a move" : ""),
                      {}};
    }
    longest = std::max(longest, one->steps());
  }
  const std::string words = std::to_string(longest) + " turns in the longest of two matches, ";
  if (!host_.folder->game().tells_max_turns) {
    throw Advice{words + "and game.json has no max_turns: `referee check` tells times for " +
                 std::to_string(facts_.max_turns) + " turns. Write the most that a match can have"};
  }
  return words + std::to_string(facts_.max_turns) + " are allowed";
}

/// A match that goes on without `seat`, which is out when it is asked for the `asked`th time; nothing: all
/// seats are.
void GameExamination::play_without(std::optional<std::size_t> seat, std::size_t asked) {
  engines::Rng rng(4);
  const auto one = trial(4);
  std::vector<std::size_t> times(facts_.seats, 0);
  const std::string whose = seat ? "seat " + std::to_string(*seat) : "each seat";
  while (!one->over() && one->steps() <= facts_.max_turns) {
    if (late()) {
      throw NotReached{"the match is not over after " + std::to_string(one->steps()) + " turns and 5 s"};
    }
    GameTrial::Moves moves = one->random_moves(rng);
    for (rules::SeatMove& move : moves) {
      const bool now_out = ++times[move.seat] == asked && (!seat || *seat == move.seat);
      move.forfeited = now_out;
      move.move = now_out ? std::nullopt : move.move;
    }
    try {
      (void)one->step(moves);
    } catch (GameFault& fault) {
      fault.what += " (" + whose + " was out when it was asked for the " + std::to_string(asked) + ". time)";
      if (fault.check == &game_check::kAnswers) {
        fault.check = &game_check::kForfeits;
      }
      throw;
    }
  }
  if (!one->over()) {
    throw GameFault{
        &game_check::kForfeits, "the match is not over after max_turns turns, and " + whose + " is out", {}};
  }
}

std::string GameExamination::forfeits() {
  std::size_t played = 0;
  for (const std::size_t asked : {1U, 2U}) {
    for (std::size_t seat = 0; seat < facts_.seats && !late(); ++seat, ++played) {
      play_without(seat, asked);
    }
    play_without(std::nullopt, asked);
    ++played;
  }
  return counted(played, 2 * (facts_.seats + 1), "matches, in which each seat is out, or all are");
}

std::string GameExamination::scores() {
  constexpr std::uint64_t kMatches = 20;
  if (facts_.seats == 1) {
    throw NotReached{"one seat has nobody to be compared with"};
  }
  std::uint64_t level = 0;
  for (std::uint64_t seed = 0; seed < kMatches && !late(); ++seed) {
    engines::Rng rng(seed);
    const auto one = trial(seed);
    play_on(*one, rng, kMostStepsTried);
    if (!one->over()) {
      continue;
    }
    const std::vector<double>& scores = one->position().scores;
    if (std::ranges::adjacent_find(scores, std::not_equal_to<>()) != scores.end()) {
      return "match " + std::to_string(seed + 1) + " of " + std::to_string(kMatches) +
             " is the first that is not level";
    }
    ++level;
  }
  if (level == 0) {
    throw NotReached{"no match was over in time"};
  }
  throw Advice{"all " + std::to_string(level) +
               " matches between moves by chance end with equal scores: nobody wins"};
}

std::string GameExamination::options() {
  const std::vector<engines::Json> extremes = host_.folder->game().options.extremes();
  if (extremes.empty()) {
    throw NotReached{"no option has bounds, a list of values or true and false"};
  }
  std::size_t played = 0;
  std::vector<std::string> refused;
  for (const engines::Json& options : extremes) {
    if (late()) {
      break;
    }
    const std::string where = "options " + brief(protocol::dump(options)) + ": ";
    try {
      engines::Rng rng(5);
      const auto one = trial(examined_seed(5), host_, host_.folder->facts(options));
      play_on(*one, rng, kOptionSteps);
      ++played;
    } catch (const fields::Exception& wrong) {  // as of a number of seats
      throw GameFault{&game_check::kOptions, where + wrong.error().text(), {}};
    } catch (GameFault& fault) {
      if (fault.check != &game_check::kNoError) {
        fault.what = where + fault.what;
        throw;
      }
      refused.push_back(where + fault.what);
    }
  }
  return counted(played + refused.size(), extremes.size(), "choices at the borders of the schemas tried") +
         (refused.empty() ? "" : "; refused: " + joined(refused));
}

}  // namespace referee
