// The checks that a match is the one of its options, seed and moves, wherever it is played.
#include <algorithm>
#include <array>

#include "referee/lab/game_check/check_outcome.h"
#include "referee/lab/game_check/game_checks.h"
#include "referee/lab/game_check/game_examination.h"

namespace referee {

std::string GameExamination::same_twice() {
  std::size_t steps = 0;
  for (std::uint64_t seed = 0; seed < kSeedsCompared && !late(); ++seed) {
    std::array<std::unique_ptr<GameTrial>, 2> twice;
    for (auto& one : twice) {
      engines::Rng rng(seed);
      one = trial(seed);
      play_on(*one, rng, kMostStepsTried);
    }
    compare_courses(game_check::kSame, *twice[0], *twice[1], "with the same seed and moves");
    steps += twice[0]->steps();
  }
  if (facts_.hidden) {
    same_for_movers();
  }
  return std::to_string(steps) + " turns compared";
}

/// A program that writes views for seats to move only, as it is asked in matches, writes them as ever.
void GameExamination::same_for_movers() {
  engines::Rng rng(0);
  const auto whole = trial(0);
  const auto spare = trial(0);
  spare->only_movers_look();
  while (!whole->over() && whole->steps() < kMostStepsTried && !late()) {
    const GameTrial::Moves moves = whole->random_moves(rng);
    (void)whole->step(moves);
    (void)spare->step(moves);
    const rules::Position& all = whole->position();
    const rules::Position& some = spare->position();
    const bool same_views = std::ranges::all_of(all.to_move, [&](engines::Seat seat) {
      return all.views.empty() ? all.view == some.view
                               : seat < some.views.size() && all.views[seat] == some.views[seat];
    });
    if (all.to_move != some.to_move || !same_views || (whole->over() && all.view != some.view)) {
      throw GameFault{&game_check::kSame,
                      "step " + std::to_string(whole->steps()) +
                          " is another one where only the seats to move read their views",
                      spare->heard().back(),
                      R"(With "views": "movers" leave out what nobody reads, and nothing else.)"};
    }
  }
}

std::string GameExamination::matches_apart() {
  std::array<std::unique_ptr<GameTrial>, 2> alone;
  std::array<std::unique_ptr<GameTrial>, 2> together;
  std::array<engines::Rng, 2> rngs{engines::Rng(0), engines::Rng(1)};
  for (const std::uint64_t seed : {0U, 1U}) {
    engines::Rng rng(seed);
    alone[seed] = trial(seed);
    play_on(*alone[seed], rng, kMostStepsTried);
  }
  for (const std::uint64_t seed : {1U, 0U}) {
    together[seed] = trial(seed);
  }
  for (std::size_t step = 0; step < kMostStepsTried && !(together[0]->over() && together[1]->over());
       ++step) {
    for (const std::uint64_t seed : {1U, 0U}) {
      play_on(*together[seed], rngs[seed], 1);
    }
  }
  for (const std::uint64_t seed : {0U, 1U}) {
    compare_courses(game_check::kOrder, *alone[seed], *together[seed], "beside another match");
  }
  return "two matches in turn";
}

std::string GameExamination::after_restart() {
  engines::Rng rng(0);
  engines::Rng again(0);
  const auto here = trial(0);
  play_on(*here, rng, kMostStepsTried);
  const auto there = trial(examined_seed(0), other_, facts_);
  play_on(*there, again, kMostStepsTried);
  compare_courses(game_check::kRestart, *here, *there, "in a program that was started anew");
  return "played again in another process";
}

std::string GameExamination::state_given_back() {
  engines::Rng rng(0);
  const auto here = trial(0);
  if (here->state().empty()) {
    throw NotReached{"the program hands out no state: it remembers its matches"};
  }
  std::size_t steps = 0;
  for (; !here->over() && steps < kMostStepsTried && !late(); ++steps) {
    const GameTrial::Moves moves = here->random_moves(rng);
    GameTrial there(other_, facts_, examined_seed(0), "check" + std::to_string(++trials_));
    there.take_up(*here);
    const auto refused = there.step(moves);
    (void)here->step(moves);
    if (refused || here->heard().back() != there.heard().back()) {
      throw GameFault{&game_check::kState,
                      "step " + std::to_string(steps + 1) + " is another one from the state alone",
                      refused ? "" : there.heard().back()};
    }
  }
  return std::to_string(steps) + " turns, each in a program that had only the state";
}

}  // namespace referee
