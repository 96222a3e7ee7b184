#include "referee/statistics/strength.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "referee/statistics/conditioned_fit.h"
#include "tests/referee/statistics/drawing.h"

namespace referee::comparison {
namespace {

constexpr double kSquare = 1.959963984540054 * 1.959963984540054;  ///< of the normal quantile of 97.5 %

double elo(double points) { return 400 * std::log10(points / (1 - points)); }

/// E. B. Wilson's interval of a probability (JASA 22, 1927), upper or lower end.
double wilson(double wins, double games, int side) {
  const double share = wins / games;
  const double root = std::sqrt(kSquare * (share * (1 - share) / games + kSquare / (4 * games * games)));
  return (share + kSquare / (2 * games) + side * root) / (1 + kSquare / games);
}

void expect_near(const Interval& found, const Interval& expected, double error) {
  EXPECT_NEAR(found.estimate, expected.estimate, error);
  EXPECT_NEAR(found.low, expected.low, error);
  EXPECT_NEAR(found.high, expected.high, error);
}

// With no draws the points are a probability: three quarters are 400 log10 3 = 190.85 Elo.
TEST(EloDifference, OfWinsAndLossesIsWilsons) {
  expect_near(elo_difference(GameCounts{75, 0, 25}),
              {190.848502, elo(wilson(75, 100, -1)), elo(wilson(75, 100, 1))}, 1e-5);
}

// All even: a mean of s > 1/2 needs w = 2 s - 1 on wins, whose score statistic is n w / (1 - w); at z^2 w is
// z^2 / (n + z^2). Of 10 games: 0.27753, 1/2 +- 0.13877, 99.02 Elo.
TEST(EloDifference, OfDrawsIsNotCertain) {
  const double end = elo(0.5 + kSquare / (10 + kSquare) / 2);
  EXPECT_NEAR(end, 99.02, 0.01);
  expect_near(elo_difference(GameCounts{0, 10, 0}), {0, -end, end}, 1e-5);
  expect_near(elo_difference(PairCounts{{0, 0, 10, 0, 0}}), {0, -end, end}, 1e-5);
}

// The interval of many games is the estimate and 1.96 standard errors: s = 0.525, variance 0.25 x 0.475 + ...
// = 0.236875 - 0.000625.
TEST(EloDifference, OfManyGamesIsThatOfTheStandardError) {
  const GameCounts games{10'500, 0, 9'500};
  const Interval found = elo_difference(games);
  const double error = 1.96 * std::sqrt(0.525 * 0.475 / 20'000);
  EXPECT_NEAR(found.low, elo(0.525 - error), 0.01);
  EXPECT_NEAR(found.high, elo(0.525 + error), 0.01);
}

// 20 pairs of 3/2 and 20 of 1/2: the variance of a pair's mean is 1/16, of their mean 1/640. Their games are
// 20 wins, 40 draws and 20 losses, of variance 1/8 and 1/640: as wide. 40 pairs of a win and a loss each
// differ by nothing, and their games by much.
TEST(EloDifference, OfPairsHasTheVarianceBetweenPairs) {
  const auto width = [](const Interval& interval) { return interval.high - interval.low; };
  EXPECT_NEAR(width(elo_difference(PairCounts{{0, 20, 0, 20, 0}})),
              width(elo_difference(GameCounts{20, 40, 20})), 6);
  EXPECT_LT(width(elo_difference(PairCounts{{0, 0, 40, 0, 0}})),
            width(elo_difference(GameCounts{40, 0, 40})) / 2);
}

TEST(EloDifference, IsInfiniteWhereAllPointsAreWonOrLost) {
  const Interval won = elo_difference(GameCounts{10, 0, 0});
  EXPECT_EQ(won.estimate, kInfinity);
  EXPECT_EQ(won.high, kInfinity);
  EXPECT_NEAR(won.low, elo(10 / (10 + kSquare)), 1e-5);
  EXPECT_EQ(elo_difference(GameCounts{0, 0, 10}), (Interval{-kInfinity, -kInfinity, -won.low}));
  EXPECT_EQ(elo_difference(PairCounts{{0, 0, 0, 0, 10}}), won);
  EXPECT_EQ(elo_difference(GameCounts{}), (Interval{0, -kInfinity, kInfinity}));
  EXPECT_EQ(elo_difference(PairCounts{}), (Interval{0, -kInfinity, kInfinity}));
}

TEST(EloDifference, IsFiniteOtherwise) {
  for (const GameCounts& games : {GameCounts{99, 1, 0}, {1, 0, 1}, {0, 1, 0}, {99'999, 0, 1}}) {
    const Interval found = elo_difference(games);
    EXPECT_LT(found.low, found.estimate) << games.wins;
    EXPECT_LT(found.estimate, found.high) << games.wins;
    EXPECT_LT(found.high - found.low, 5000) << games.wins;
  }
}

// 60 wins and 40 losses: 0.1 / sqrt(0.24) x 800 / ln 10 = 0.204124 x 347.4356 = 70.92; without draws its
// interval is that of the probability.
TEST(NormalizedElo, OfWinsAndLosses) {
  const auto normalized = [](double share) {
    return (share - 0.5) / std::sqrt(share * (1 - share)) * 800 / std::numbers::ln10;
  };
  EXPECT_NEAR(normalized(0.6), 70.92, 0.01);
  expect_near(normalized_elo(GameCounts{60, 0, 40}),
              {normalized(0.6), normalized(wilson(60, 100, -1)), normalized(wilson(60, 100, 1))}, 1e-4);
}

// fastchess's pull request 783 has 3.05 +- 2.31 for these pairs, fishtest's way (montytest.muzhen.org, test
// 69d3c8dc7c5b3724e29d2712) -63.97 for the others.
TEST(NormalizedElo, OfPairsIsThatOfOthers) {
  expect_near(normalized_elo(PairCounts{{379, 10170, 21828, 10640, 343}}), {3.05, 3.05 - 2.31, 3.05 + 2.31},
              0.01);
  EXPECT_NEAR(normalized_elo(PairCounts{{13, 37, 50, 25, 3}}).estimate, -63.97, 0.01);
}

// All even, by ratios: w on wins has the ratio sqrt(w / (1 - w)), and the score statistic n w / (1 - w): z /
// sqrt n.
TEST(NormalizedElo, OfDrawsIsNotCertain) {
  const double end = std::sqrt(kSquare / 10) * 800 / std::numbers::ln10;
  expect_near(normalized_elo(GameCounts{0, 10, 0}), {0, -end, end}, 1e-4);
  expect_near(normalized_elo(PairCounts{{0, 0, 10, 0, 0}}),
              {0, -end / std::numbers::sqrt2, end / std::numbers::sqrt2}, 1e-4);
}

TEST(NormalizedElo, IsInfiniteWhereAllResultsAreTheSameAndNotEven) {
  const Interval won = normalized_elo(PairCounts{{0, 0, 0, 10, 0}});
  EXPECT_EQ(won.estimate, kInfinity);
  EXPECT_EQ(won.high, kInfinity);
  EXPECT_TRUE(std::isfinite(won.low));
  EXPECT_EQ(normalized_elo(PairCounts{{0, 10, 0, 0, 0}}), (Interval{-kInfinity, -kInfinity, -won.low}));
  EXPECT_TRUE(std::isfinite(elo_difference(PairCounts{{0, 0, 0, 10, 0}}).high));
  EXPECT_EQ(normalized_elo(GameCounts{}), (Interval{0, -kInfinity, kInfinity}));
}

// (wins - losses) / sqrt(wins + losses) standard errors, whatever the draws: 5 / sqrt 15 = 1.29099.
TEST(LikelihoodOfSuperiority, OfGames) {
  EXPECT_NEAR(likelihood_of_superiority(GameCounts{10, 100, 5}), 0.901647, 1e-5);
  EXPECT_NEAR(likelihood_of_superiority(GameCounts{5, 0, 10}), 1 - 0.901647, 1e-5);
}

// One pair lost and three won: (-1/2 + 3/2) / sqrt(4 x 1/4) = 1 standard error.
TEST(LikelihoodOfSuperiority, OfPairs) {
  EXPECT_NEAR(likelihood_of_superiority(PairCounts{{1, 0, 7, 0, 3}}), 0.841345, 1e-5);
}

TEST(LikelihoodOfSuperiority, IsHalfWhereNothingIsKnown) {
  EXPECT_EQ(likelihood_of_superiority(GameCounts{}), 0.5);
  EXPECT_EQ(likelihood_of_superiority(GameCounts{0, 50, 0}), 0.5);
  EXPECT_EQ(likelihood_of_superiority(PairCounts{{0, 0, 50, 0, 0}}), 0.5);
}

// All won is not certain: of 4 games it is 2 standard errors.
TEST(LikelihoodOfSuperiority, IsNotCertainAfterAFewWins) {
  EXPECT_NEAR(likelihood_of_superiority(GameCounts{4, 0, 0}), 0.977250, 1e-5);
}

/// The share of `samples` of 20 pairs whose interval has the truth in it.
template <class Function>
double coverage(int samples, const drawing::PairOdds& odds, double truth, const Function& interval_of) {
  drawing::Random random(3);
  int hits = 0;
  for (int sample = 0; sample < samples; ++sample) {
    PairCounts pairs;
    for (int pair = 0; pair < 20; ++pair) {
      drawing::draw_pair(random, odds, pairs);
    }
    const Interval found = interval_of(pairs);
    hits += found.low <= truth && truth <= found.high ? 1 : 0;
  }
  return static_cast<double>(hits) / samples;
}

constexpr drawing::PairOdds kSkewed{0.02, 0.08, 0.2, 0.4, 0.3};
constexpr drawing::PairOdds kSplit{0.2, 0.05, 0.2, 0.05, 0.5};

// 95 %, within three standard errors (0.015) and 0.01 for what 20 pairs lack of many.
TEST(Intervals, OfEloHoldTheTruth) {
  for (const drawing::PairOdds& odds : {drawing::kBalanced, kSkewed, kSplit}) {
    const double truth = elo(drawing::mean_of(odds));
    EXPECT_NEAR(coverage(2000, odds, truth, [](const PairCounts& pairs) { return elo_difference(pairs); }),
                0.95, 0.025);
  }
}

// 95 %, within three standard errors (0.046) and 0.01 for what 20 pairs lack of many.
TEST(Intervals, OfNormalizedEloHoldTheTruth) {
  for (const drawing::PairOdds& odds : {drawing::kBalanced, kSkewed, kSplit}) {
    const double truth = drawing::ratio_of(odds) * 800 / std::numbers::ln10 / std::numbers::sqrt2;
    EXPECT_NEAR(coverage(200, odds, truth, [](const PairCounts& pairs) { return normalized_elo(pairs); }),
                0.95, 0.056);
  }
}

/// The mean of ln(observed share / probability).
double cost_of(const PairCounts& pairs, const drawing::PairOdds& odds) {
  double count = 0;
  double sum = 0;
  for (std::size_t i = 0; i < odds.size(); ++i) {
    const auto times = static_cast<double>(pairs.by_half_points[i]);
    count += times;
    sum += times == 0 ? 0 : times * std::log(times / odds[i]);
  }
  return sum / count - std::log(count);
}

// No distribution with the ratio is more likely than the fit, among many at random, and some come close.
TEST(FitRatio, IsTheMostLikelyDistribution) {
  drawing::Random random(5);
  for (const PairCounts& pairs : {PairCounts{{3, 5, 9, 6, 2}},
                                  {{0, 4, 9, 3, 0}},
                                  {{1, 0, 0, 2, 8}},
                                  {{0, 0, 18, 2, 1}},
                                  {{7, 1, 0, 0, 0}}}) {
    for (const double ratio : {-0.9, -0.2, 0.1, 0.6}) {
      const double cost = fit_ratio(Outcomes(pairs), ratio).cost;
      double best = kInfinity;
      drawing::PairOdds best_base{0.2, 0.2, 0.2, 0.2, 0.2};
      for (int trial = 0; trial < 1500; ++trial) {
        drawing::PairOdds base = best_base;
        for (double& odds : base) {
          odds *= std::exp((trial < 500 ? 2.0 : 0.2) * random.normal());
        }
        const drawing::PairOdds odds = drawing::tilted(base, ratio, drawing::ratio_of);
        if (const double found = cost_of(pairs, odds);
            found < best && std::abs(drawing::ratio_of(odds) - ratio) < 1e-9) {
          best = found;
          best_base = base;
        }
      }
      EXPECT_LE(cost, best + 1e-9) << pairs.by_half_points[0] << ' ' << ratio;
      EXPECT_NEAR(cost, best, 0.02) << pairs.by_half_points[0] << ' ' << ratio;
    }
  }
}

TEST(FitMeanPoints, OfTheObservedMeanCostsNothing) {
  const Outcomes outcomes(PairCounts{{1, 2, 3, 4, 5}});
  EXPECT_NEAR(fit_mean_points(outcomes, 0.5 + outcomes.mean()).cost, 0, 1e-12);
  EXPECT_NEAR(fit_mean_points(outcomes, 0.5 + outcomes.mean()).score, 0, 1e-12);
}

}  // namespace
}  // namespace referee::comparison
