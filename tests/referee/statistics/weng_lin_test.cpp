#include "referee/statistics/weng_lin.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "referee/statistics/rating.h"
#include "tests/referee/statistics/games.h"

namespace referee::rating {
namespace {

// By hand: c^2 = 1 + 4 + 4, c = 3, both chances 1/2: the mean moves by 4/3 * 1/2, and 4/9 * 1/4 of the
// variance goes.
TEST(WengLin, OfTwoUnknownPlayersIsAsComputedByHand) {
  const auto after = beliefs_after(std::vector<RankedBelief>{{{0, 2}, 1}, {{0, 2}, 2}});
  ASSERT_EQ(after.size(), 2U);
  EXPECT_NEAR(after[0].mean, 2.0 / 3, 1e-12);
  EXPECT_NEAR(after[1].mean, -2.0 / 3, 1e-12);
  EXPECT_NEAR(after[0].deviation * after[0].deviation, 4 * (1 - 1.0 / 9), 1e-12);
  EXPECT_EQ(after[0].deviation, after[1].deviation);
}

// By hand, three players of variance 1: c^2 = 4. The first: its own choice, 1 - 1/3. The second: -1/3 of the
// first choice, 1 - 1/2 of its own. The last: -1/3 - 1/2 + (1 - 1), all times 1/2.
TEST(WengLin, OfThreeFollowsTheSequenceOfChoices) {
  const auto after = beliefs_after(std::vector<RankedBelief>{{{0, 1}, 1}, {{0, 1}, 2}, {{0, 1}, 3}});
  EXPECT_NEAR(after[0].mean, 0.5 * (2.0 / 3), 1e-12);
  EXPECT_NEAR(after[1].mean, 0.5 * (-1.0 / 3 + 0.5), 1e-12);
  EXPECT_NEAR(after[2].mean, 0.5 * (-1.0 / 3 - 0.5), 1e-12);
  EXPECT_NEAR(after[0].deviation * after[0].deviation, 1 - 0.25 * (2.0 / 9), 1e-12);
  EXPECT_NEAR(after[1].deviation * after[1].deviation, 1 - 0.25 * (2.0 / 9 + 0.25), 1e-12);
}

// Two who tie: each of the two choices counts half, (1 - 1/2 - 1/2) / 2.
TEST(WengLin, EqualsWhoTieStayWhereTheyAre) {
  const auto after = beliefs_after(std::vector<RankedBelief>{{{0.3, 1}, 1}, {{0.3, 1}, 1}});
  EXPECT_NEAR(after[0].mean, 0.3, 1e-12);
  EXPECT_NEAR(after[1].mean, 0.3, 1e-12);
  EXPECT_LT(after[0].deviation, 1);
}

TEST(WengLin, ATieDrawsUnequalPlayersTogether) {
  const auto after = beliefs_after(std::vector<RankedBelief>{{{1, 1}, 1}, {{-1, 1}, 1}});
  EXPECT_LT(after[0].mean, 1);
  EXPECT_GT(after[1].mean, -1);
}

TEST(WengLin, APlayerWhoseStrengthIsKnownStays) {
  const auto after = beliefs_after(std::vector<RankedBelief>{{{0.5, 0}, 2}, {{0, 2}, 1}});
  EXPECT_EQ(after[0], (Belief{0.5, 0}));
  EXPECT_GT(after[1].mean, 0);
}

TEST(WengLin, ANewVersionBeginsWhereThePredecessorIsButWider) {
  const Belief next = of_next_version({0.7, 0.4});
  EXPECT_EQ(next.mean, 0.7);
  EXPECT_GT(next.deviation, 0.9);
  EXPECT_EQ(of_next_version({0.7, Belief::kWide}).deviation, Belief::kWide);
}

// Many games at tables of two and of four: the fast update comes near the estimate of all games at once.
TEST(WengLin, ComesNearTheEstimateOfAllGames) {
  for (const std::size_t table : {2U, 4U}) {
    games::Random random(table);
    std::vector<double> strengths;
    for (std::size_t i = 0; i < 12; ++i) {
      strengths.push_back(-1.5 + static_cast<double>(i) * 3 / 11);
    }
    std::vector<Belief> beliefs(strengths.size());
    std::vector<RankedGame> all;
    for (int game = 0; game < 1500; ++game) {
      std::vector<std::size_t> left;
      while (left.size() < table) {
        const std::size_t player = random.below(strengths.size());
        if (std::find(left.begin(), left.end(), player) == left.end()) {
          left.push_back(player);
        }
      }
      RankedGame ranked;
      std::vector<RankedBelief> seats;
      for (int rank = 1; !left.empty(); ++rank) {
        double sum = 0;
        for (const std::size_t player : left) {
          sum += std::exp(strengths[player]);
        }
        double draw = random.real() * sum;
        std::size_t chosen = 0;
        while (chosen + 1 < left.size() && (draw -= std::exp(strengths[left[chosen]])) > 0) {
          ++chosen;
        }
        ranked.seats.push_back({left[chosen], rank, false});
        seats.push_back({beliefs[left[chosen]], rank});
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(chosen));
      }
      const auto after = beliefs_after(seats);
      for (std::size_t seat = 0; seat < after.size(); ++seat) {
        beliefs[ranked.seats[seat].player] = after[seat];
      }
      all.push_back(std::move(ranked));
    }
    const Ratings ratings = ratings_of(strengths.size(), all);
    for (std::size_t player = 0; player < strengths.size(); ++player) {
      EXPECT_NEAR(beliefs[player].mean * 400 / std::numbers::ln10, ratings.players[player]->elo, 90)
          << "player " << player << " at tables of " << table;
    }
  }
}

}  // namespace
}  // namespace referee::rating
