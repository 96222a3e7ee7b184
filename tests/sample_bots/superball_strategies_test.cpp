#include <gtest/gtest.h>

#include <memory>
#include <random>

#include <nlohmann/json.hpp>

#include "sample_bots/cpp/superball/expert.h"
#include "sample_bots/cpp/superball/gatherer.h"
#include "sample_bots/cpp/superball/pace.h"
#include "sample_bots/cpp/superball/random_swaps.h"
#include "tests/support/random_cases.h"
#include "tests/support/superball_game.h"

namespace {

using engines::Superball;
using namespace superball;
using std::chrono::microseconds;

Limits nodes(std::uint64_t n) { return {microseconds(0), n}; }

template <class Player>
double mean(std::uint64_t first, std::uint64_t last, std::uint64_t limit) {
  double sum = 0;
  for (auto seed = first; seed <= last; ++seed) {
    Player player(seed);
    const auto game = play_superball(seed, player, [limit](double, double) { return nodes(limit); });
    EXPECT_EQ(game.refused, 0);
    sum += game.score;
  }
  return sum / static_cast<double>(last - first + 1);
}

// The order of the README's table, on few seeds: superball_means plays all seeds from 1 to 100.
TEST(SuperballStrategies, AreOfIncreasingStrength) {
  const double random = mean<RandomSwaps>(1, 20, 1);
  const double gatherer = mean<Gatherer>(1, 20, 1);
  const double learned = mean<Expert>(1, 6, 1);
  EXPECT_GT(gatherer, 1000);
  EXPECT_GT(gatherer, 10 * random);
  EXPECT_GT(learned, 3000);
  EXPECT_GT(learned, gatherer);
}

TEST(SuperballStrategies, LookingAheadIsBetter) {
  // Games of the best player last long: it is enough that its games go on when those of the other have ended.
  double without = 0;
  double with = 0;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    for (const std::uint64_t limit : {1U, 30U}) {
      Superball::Options options;
      options.max_moves = 500;
      Superball game(options, engines::Seed{seed, ""});
      Expert expert(seed);
      while (!game.to_move().empty()) {
        ASSERT_TRUE(play_move(game, expert.choose(board_of(game), nodes(limit))));
      }
      (limit == 1 ? without : with) += game.scores().front();
    }
  }
  EXPECT_GT(with, without);
  EXPECT_GT(with / 4, 6'000);  // 500 moves can score some 8,000
}

TEST(SuperballStrategies, RepeatThemselvesWhenNodesAreLimited) {
  for (const std::uint64_t limit : {1U, 40U}) {
    Superball game(Superball::Options{}, engines::Seed{5, ""});
    Expert one(7);
    Expert other(7);
    for (int moves = 0; moves < 60; ++moves) {
      const auto board = board_of(game);
      const Move move = one.choose(board, nodes(limit));
      ASSERT_EQ(move, other.choose(board, nodes(limit)));
      ASSERT_TRUE(play_move(game, move));
    }
  }
}

TEST(SuperballStrategies, PlayEveryKindOfBoard) {
  std::mt19937_64 rng(4);
  for (std::uint64_t seed = 0; seed < test_support::random_cases(4U); ++seed) {
    Superball::Options options;
    options.rows = 5 + static_cast<int>(rng() % 9);
    options.cols = 2 + static_cast<int>(rng() % 14);
    options.min_score_size = 1 + static_cast<int>(rng() % 9);
    options.colors = std::string("pbyrgcwzabcdefhijklmnoqst").substr(0, 1 + rng() % 8);
    RandomSwaps random(seed);
    Gatherer gatherer(seed);
    Expert expert(seed);
    for (Strategy* strategy : std::initializer_list<Strategy*>{&random, &gatherer, &expert}) {
      Superball game(options, engines::Seed{seed, ""});
      for (int moves = 0; !game.to_move().empty() && moves < 60; ++moves) {
        const auto board = board_of(game);
        const Move move = strategy->choose(board, nodes(10));
        ASSERT_TRUE(play_move(game, move)) << text_of(move, board.rules());
      }
    }
  }
}

TEST(SuperballStrategies, PlayTheLargestBoard) {
  Superball::Options options;
  options.rows = 100;
  options.cols = 100;
  Superball game(options, engines::Seed{1, ""});
  Expert expert(1);
  for (int moves = 0; moves < 10; ++moves) {
    ASSERT_TRUE(play_move(game, expert.choose(board_of(game), nodes(30))));
  }
}

// "total <= max(floor_ms, score before / 1000 x ms_per_1000); else forfeited" (PROTOCOL.md)
TEST(SuperballPace, StaysBelowItsShareOfTheClock) {
  for (const double way : {0.1, 20.0, 30.0}) {  // other time per move, in ms
    for (const std::int64_t percent : {5, 60}) {
      Pace pace(percent);
      double used = 0;
      double thought = 0;
      double allowed = 0;
      for (int move = 0; move < 5000; ++move) {
        allowed = std::max(5000.0, 15.0 * move * 5);
        const auto time = pace.next(allowed - used, used);
        pace.spend(time);
        thought += static_cast<double>(time.count()) / 1000;
        used += static_cast<double>(time.count()) / 1000 + way;
        ASSERT_LE(used, 0.7 * allowed);
      }
      const double share = std::min(static_cast<double>(percent) / 100, 0.6 - way / 75);
      EXPECT_NEAR(thought / allowed, share, 0.02) << way << " " << percent;
    }
  }
}

TEST(SuperballPace, NeverThinksWhenTheTimeIsUsedUp) {
  EXPECT_EQ(Pace(60).next(0, 5000).count(), 0);
  EXPECT_EQ(Pace(60).next(-3, 5003).count(), 0);
  EXPECT_EQ(Pace(5).next(100, 4900).count(), 0);
}

}  // namespace
