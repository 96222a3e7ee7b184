// The checks of what a step accepts and refuses.
#include <algorithm>

#include "protocol/json_writer.h"
#include "referee/lab/game_check/check_outcome.h"
#include "referee/lab/game_check/game_checks.h"
#include "referee/lab/game_check/game_examination.h"

namespace referee {
namespace {

bool has_lists(const GameTrial& trial) {
  return !trial.position().legal.empty() && trial.position().legal.front().is_array();
}

void need_lists(const GameTrial& trial) {
  if (!has_lists(trial)) {
    throw NotReached{"the program lists no legal moves"};
  }
}

}  // namespace

std::string GameExamination::listed_moves() {
  constexpr std::uint64_t kPaths = 4;
  constexpr std::size_t kDepth = 6;
  const auto first = trial(0);
  if (!has_lists(*first)) {
    throw Advice{
        "the program lists no legal moves: no check here plays a valid move, so all of them tell little. "
        "List the moves where they are few, or watch matches of the game's bots"};
  }
  std::size_t tried = 0;
  for (std::uint64_t path = 0; path < kPaths; ++path) {
    for (std::size_t depth = 0; depth < kDepth && !late(); ++depth) {
      for (std::size_t choice = 0; !late(); ++choice, ++tried) {
        engines::Rng rng(path);
        const auto one = trial(path);
        play_on(*one, rng, depth);
        if (one->over()) {
          break;
        }
        GameTrial::Moves moves = one->random_moves(rng);
        const auto& legal = one->position().legal;
        if (legal.empty() || !legal.front().is_array() || choice >= legal.front().size()) {
          break;
        }
        moves.front().move = protocol::dump(legal.front()[choice]);
        if (const auto refused = one->step(moves)) {
          throw GameFault{&game_check::kListed,
                          "step " + std::to_string(depth + 1) + ": it lists " + brief(*moves.front().move) +
                              ", and refuses it: " + refused->moves.front().refusal.why,
                          {}};
        }
      }
    }
  }
  return std::to_string(tried) + " moves, each in a match of its own";
}

/// All moves that some matches have listed.
std::set<std::string> GameExamination::known_moves() {
  constexpr std::size_t kMost = 300;
  std::set<std::string> known;
  for (std::uint64_t seed = 0; seed < kSeedsCompared; ++seed) {
    engines::Rng rng(seed);
    const auto one = trial(seed);
    for (std::size_t step = 0; step < kMostStepsTried && !one->over() && known.size() < kMost; ++step) {
      for (const auto& list : one->position().legal) {
        for (std::size_t i = 0; list.is_array() && i < list.size() && known.size() < kMost; ++i) {
          known.insert(protocol::dump(list[i]));
        }
      }
      play_on(*one, rng, 1);
    }
  }
  return known;
}

/// At each of some positions: those of `moves` that are not listed are refused there.
std::string GameExamination::refused_all(const Check& check, const std::vector<std::string>& moves) {
  constexpr std::size_t kPositions = 12;
  std::size_t tried = 0;
  engines::Rng rng(1);
  auto one = trial(1);
  need_lists(*one);
  for (std::size_t position = 0; position < kPositions && !one->over() && !late(); ++position) {
    const GameTrial::Moves good = one->random_moves(rng);
    for (std::size_t at = 0; at < good.size(); ++at) {
      const auto& list = one->position().legal.at(at);
      for (const std::string& move : moves) {
        const auto json = engines::Json::parse(move);
        if (late() || !list.is_array() || std::ranges::find(list, json) != list.end()) {
          continue;
        }
        GameTrial::Moves wrong = good;
        wrong[at].move = move;
        ++tried;
        if (!one->step(wrong)) {
          throw GameFault{&check,
                          "step " + std::to_string(position + 1) + ": it accepts " + brief(move) +
                              " of seat " + std::to_string(wrong[at].seat) + ", which legal does not list",
                          one->heard().back()};
        }
      }
    }
    (void)one->step(good);
  }
  if (tried == 0) {
    throw NotReached{late() ? "the time for this check was over before it could try a move"
                            : "every move that it knows was legal wherever it was tried: nothing to refuse"};
  }
  return std::to_string(tried) + " moves refused";
}

std::string GameExamination::other_moves() {
  const auto known = known_moves();
  return refused_all(game_check::kUnlisted, {known.begin(), known.end()});
}

std::string GameExamination::malformed_moves() {
  std::vector<std::string> moves{"null",
                                 "true",
                                 "false",
                                 "-1",
                                 "0.5",
                                 "1e300",
                                 "123456789012345678",
                                 "\"\"",
                                 "\"no such move\"",
                                 "\"\\u0000\"",
                                 "[]",
                                 "[[]]",
                                 "{}",
                                 "[null]",
                                 "{\"a\":1}",
                                 "[1,2,3,4,5,6,7,8,9]",
                                 "{\"move\":0}",
                                 "\"" + std::string(10'000, 'x') + "\""};
  std::string deep = "0";
  for (int i = 0; i < 50; ++i) {
    deep = "[" + deep + "]";
  }
  moves.push_back(deep);
  const auto known = known_moves();
  std::size_t wrapped = 0;
  for (auto at = known.begin(); at != known.end() && wrapped < 3; ++at, ++wrapped) {
    moves.push_back("[" + *at + "]");
    moves.push_back(engines::Json(*at).dump());
  }
  return refused_all(game_check::kMalformed, moves);
}

std::string GameExamination::refusals() {
  const std::vector<std::string> wrong{"null", "{}", "\"no such move\"", "[[[]]]"};
  engines::Rng rng(2);
  const auto plain = trial(2);
  const auto teased = trial(2);
  std::size_t refused = 0;
  for (std::size_t step = 0; step < kMostStepsTried && !plain->over() && !late(); ++step) {
    const GameTrial::Moves good = plain->random_moves(rng);
    for (std::size_t at = 0; at < good.size(); ++at) {
      GameTrial::Moves bad = good;
      bad[at].move = wrong[step % wrong.size()];
      if (!teased->step(bad)) {
        const std::string accepts = "it accepts " + *bad[at].move;
        if (has_lists(*plain) || broken_.contains(&game_check::kMalformed)) {
          throw NotReached{accepts};  // it is listed, or its author knows
        }
        throw Advice{accepts + ", and lists no legal moves: is that one? Check the form of a move first"};
      }
      ++refused;
    }
    (void)plain->step(good);
    (void)teased->step(good);
  }
  compare_courses(game_check::kUnchanged, *plain, *teased, "after moves that were refused");
  return std::to_string(refused) + " moves refused in one match";
}

}  // namespace referee
