#include "referee/statistics/likelihood.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/referee/statistics/games.h"

namespace referee::rating {
namespace {

using games::drawn;
using games::Random;
using games::won;
using games::won_as_first;

double log_prior(double x) {
  return 0.5 * std::log(1 / (1 + std::exp(-x))) + 0.5 * std::log(1 / (1 + std::exp(x)));
}

// "p(i beats j) = s_i / (s_i + s_j + v sqrt(s_i s_j)), p(draw) = v sqrt(s_i s_j) / the same"
TEST(Likelihood, OfTwoIsDavidsons) {
  const std::vector<RankedGame> all{won(0, 1), drawn(0, 1)};
  const Likelihood likelihood(2, all);
  ASSERT_EQ(likelihood.parameters(), 3U);
  const double si = std::exp(0.7);
  const double sj = std::exp(-0.2);
  const double v = std::exp(0.4);
  const double sum = si + sj + v * std::sqrt(si * sj);
  EXPECT_NEAR(likelihood.value({0.7, -0.2, 0.4}),
              std::log(si / sum) + std::log(v * std::sqrt(si * sj) / sum) + log_prior(0.7) + log_prior(-0.2) +
                  log_prior(0.4),
              1e-12);
}

// Davidson and Beaver: the strength of the player on the first seat is multiplied.
TEST(Likelihood, KnowsTheFirstSeat) {
  const std::vector<RankedGame> all{won_as_first(1, 0)};
  const Likelihood likelihood(2, all);
  ASSERT_TRUE(likelihood.has_first_seat());
  EXPECT_NEAR(likelihood.value({0.1, 0.2, 0.3}),
              std::log(std::exp(0.5) / (std::exp(0.5) + std::exp(0.1))) + log_prior(0.1) + log_prior(0.2) +
                  log_prior(0.3),
              1e-12);
}

// Plackett and Luce with ties of Turner and others: first {1, 2} of all four, then 0 of {0, 3}.
TEST(Likelihood, OfATableIsASequenceOfChoices) {
  const std::vector<RankedGame> all{{{{0, 3, false}, {1, 1, false}, {2, 1, false}, {3, 4, false}}}};
  const Likelihood likelihood(4, all);
  ASSERT_EQ(likelihood.ties().size(), 1U) << "ties of three and four did not occur";
  const std::vector<double> x{0.3, -0.4, 0.5, 0.1, -0.6};
  const auto s = [&](std::size_t i) { return std::exp(x[i]); };
  const auto tie = [&](std::size_t i, std::size_t j) { return std::exp(x[4]) * std::sqrt(s(i) * s(j)); };
  const double first =
      s(0) + s(1) + s(2) + s(3) + tie(0, 1) + tie(0, 2) + tie(0, 3) + tie(1, 2) + tie(1, 3) + tie(2, 3);
  double expected = std::log(tie(1, 2) / first) + std::log(s(0) / (s(0) + s(3) + tie(0, 3)));
  for (const double one : x) {
    expected += log_prior(one);
  }
  EXPECT_NEAR(likelihood.value(x), expected, 1e-12);
}

/// Games of two to five seats with ties, some with a player on the first seat, some without, some with
/// players on several seats.
std::vector<RankedGame> mixed_games(Random& random) {
  std::vector<RankedGame> all;
  for (int i = 0; i < 40; ++i) {
    RankedGame game;
    const std::size_t seats = 2 + random.below(4);
    const std::size_t start = random.below(6);
    for (std::size_t seat = 0; seat < seats; ++seat) {
      game.seats.push_back({(start + seat) % (i % 5 == 0 ? 2 : 6), static_cast<int>(random.below(seats)),
                            seat == 0 && i % 3 != 0});
    }
    all.push_back(std::move(game));
  }
  return all;
}

TEST(Likelihood, HasTheDerivativesOfItsValue) {
  Random random(11);
  const std::vector<RankedGame> all = mixed_games(random);
  const Likelihood likelihood(6, all);
  ASSERT_GT(likelihood.ties().size(), 1U);
  std::vector<double> x;
  for (std::size_t i = 0; i < likelihood.parameters(); ++i) {
    x.push_back(2 * random.real() - 1);
  }
  const auto here = likelihood.derivatives(x);
  constexpr double kStep = 1e-5;
  for (std::size_t i = 0; i < x.size(); ++i) {
    std::vector<double> up = x;
    std::vector<double> down = x;
    up[i] += kStep;
    down[i] -= kStep;
    EXPECT_NEAR(here.gradient[i], (likelihood.value(up) - likelihood.value(down)) / (2 * kStep), 1e-7) << i;
    // Column i of the information, as a difference of gradients: solve() must give unit vector i.
    const auto gradient_up = likelihood.derivatives(up).gradient;
    const auto gradient_down = likelihood.derivatives(down).gradient;
    std::vector<double> column;
    for (std::size_t j = 0; j < x.size(); ++j) {
      column.push_back((gradient_down[j] - gradient_up[j]) / (2 * kStep));
    }
    const std::vector<double> unit = here.information.solve(column, 1e-12).x;
    for (std::size_t j = 0; j < x.size(); ++j) {
      EXPECT_NEAR(unit[j], i == j ? 1 : 0, 1e-6) << i << " " << j;
    }
  }
}

}  // namespace
}  // namespace referee::rating
