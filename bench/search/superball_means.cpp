/// Plays a sample bot's strategy over a range of seeds, on the default board with the handout's deal, and
/// prints the figures of a tournament: mean, standard error, quartiles, and the time used.
///
///     superball_means STRATEGY FIRST LAST [nodes N | percent P]
///
/// STRATEGY is sb_play, sb_play2, sb_play3 or sb_best. It visits N nodes per move, or uses P percent of the
/// handout's 5 s of processor time for 1,000 points.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "sample_bots/cpp/superball/expert.h"
#include "sample_bots/cpp/superball/gatherer.h"
#include "sample_bots/cpp/superball/pace.h"
#include "sample_bots/cpp/superball/random_swaps.h"
#include "tests/support/superball_game.h"

namespace {

using namespace superball;

std::unique_ptr<Strategy> strategy_of(const std::string& name, std::uint64_t seed) {
  if (name == "sb_play") {
    return std::make_unique<RandomSwaps>(seed);
  }
  if (name == "sb_play2") {
    return std::make_unique<Gatherer>(seed);
  }
  return std::make_unique<Expert>(seed);
}

/// By the handout's clock: "Roughly 5 seconds for every thousand points", and never less than 5.
LimitsFor by_clock(Pace& pace) {
  return [&pace, before = 0.0](double score, double seconds) mutable {
    pace.spend(Pace::Microseconds(static_cast<std::int64_t>((seconds - before) * 1e6)));
    before = seconds;
    const double allowed_ms = std::max(5000.0, score * 5);
    return Limits{pace.next(allowed_ms - seconds * 1000, seconds * 1000), 0};
  };
}

void report(std::vector<double> scores, double seconds) {
  std::ranges::sort(scores);
  const auto games = static_cast<double>(scores.size());
  double sum = 0;
  double squares = 0;
  for (const double score : scores) {
    sum += score;
    squares += score * score;
  }
  const double mean = sum / games;
  const double variance = games > 1 ? (squares - games * mean * mean) / (games - 1) : 0;
  const auto at = [&](std::size_t quarter) { return scores[(scores.size() - 1) * quarter / 4]; };
  std::printf("%zu games: mean %.0f, standard error %.0f\n", scores.size(), mean,
              std::sqrt(variance / games));
  std::printf("minimum %.0f, quartiles %.0f %.0f %.0f, maximum %.0f\n", at(0), at(1), at(2), at(3), at(4));
  std::printf("%.0f s in all, %.3f s for 1000 points\n", seconds, sum > 0 ? seconds * 1000 / sum : 0);
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  const bool thinks = words.size() == 5 && (words[3] == "nodes" || words[3] == "percent");
  if (words.size() != 3 && !thinks) {
    std::cerr << "usage: superball_means STRATEGY FIRST LAST [nodes N | percent P]\n";
    return 2;
  }
  const std::int64_t amount = thinks ? std::atoll(words[4].c_str()) : 1;
  const bool clocked = thinks && words[3] == "percent";
  std::vector<double> scores;
  double seconds = 0;
  const auto last = static_cast<std::uint64_t>(std::atoll(words[2].c_str()));
  for (auto seed = static_cast<std::uint64_t>(std::atoll(words[1].c_str())); seed <= last; ++seed) {
    const auto strategy = strategy_of(words[0], seed);
    Pace pace(amount);
    const LimitsFor by_nodes = [amount](double, double) {
      return Limits{{}, static_cast<std::uint64_t>(amount)};
    };
    const auto game = play_superball(seed, *strategy, clocked ? by_clock(pace) : by_nodes);
    std::printf("seed %llu: %.0f in %lld moves, %.1f s%s\n", static_cast<unsigned long long>(seed),
                game.score, static_cast<long long>(game.moves), game.seconds,
                game.refused ? ", REFUSED" : "");
    std::fflush(stdout);
    scores.push_back(game.score);
    seconds += game.seconds;
  }
  report(std::move(scores), seconds);
  return 0;
}
