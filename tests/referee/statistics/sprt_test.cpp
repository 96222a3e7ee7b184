#include "referee/statistics/sprt.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <string>

#include "tests/support/complaint.h"

namespace referee::comparison {
namespace {

using Model = Sprt::Model;

Sprt test_of(double elo0, double elo1, Model model) { return Sprt({elo0, elo1, 0.05, 0.05, model}); }

/// Elo of so many points a game.
double elo_at(double points) { return 400 * std::log10(points / (1 - points)); }
/// Normalized Elo of a ratio of a game's mean, less 1/2, to its standard deviation; a pair's is sqrt 2 times
/// as great.
double normalized(double ratio) { return ratio * 800 / std::numbers::ln10; }

TEST(SprtBounds, AreWalds) {
  const Sprt sprt({0, 5, 0.05, 0.1, Model::normalized});
  EXPECT_NEAR(sprt.lower(), std::log(0.1 / 0.95), 1e-12);
  EXPECT_NEAR(sprt.upper(), std::log(0.9 / 0.05), 1e-12);
}

// The ten cases of the two models that fastchess has in its test of the SPRT, app/tests/sprt_test
// (https://github.com/Disservin/fastchess, as of 2025), with its tolerance, which is doctest's:
// 0.01 times (1 + the number). It counts a pair of a win and a loss apart from one of two draws: here they
// are a sum.
struct Expected {
  double llr;
  double elo0;
  double elo1;
  Model model;
};

template <class Counts>
void expect_llr(const Counts& counts, const Expected& expected) {
  const Sprt sprt = test_of(expected.elo0, expected.elo1, expected.model);
  EXPECT_NEAR(sprt.llr(counts), expected.llr, 0.01 * (1 + std::abs(expected.llr)));
}

TEST(SprtOfFastchess, OfGames) {
  expect_llr(GameCounts{36433, 68692, 36027}, {0.92, 0, 2, Model::normalized});
  expect_llr(GameCounts{10871, 20431, 10650}, {2.30, -1.75, 0.25, Model::normalized});
  expect_llr(GameCounts{4250, 0, 0}, {120.56, 0, 10, Model::normalized});
  expect_llr(GameCounts{21404, 40708, 21184}, {-1.57, 0.5, 2.5, Model::logistic});
  expect_llr(GameCounts{57433, 106593, 57030}, {-2.59, 0, 2, Model::logistic});
}

TEST(SprtOfFastchess, OfPairs) {
  expect_llr(PairCounts{{365, 16618, 36029 + 200, 16974, 390}}, {2.25, 0, 2, Model::normalized});
  expect_llr(PairCounts{{127, 4883, 10311 + 401, 5150, 104}}, {3.01, -1.75, 0.25, Model::normalized});
  expect_llr(PairCounts{{0, 0, 0, 0, 5550}}, {111.82, 0, 5, Model::normalized});
  expect_llr(PairCounts{{223, 9863, 20279 + 1000, 10037, 246}}, {-3.07, 0.5, 2.5, Model::logistic});
  expect_llr(PairCounts{{871, 26175, 55003 + 980, 26678, 821}}, {-4.98, 0, 2, Model::logistic});
}

// An example of fastchess's pull request 783, and the raw statistics of test 69d3c8dc7c5b3724e29d2712 of
// montytest.muzhen.org, which computes as fishtest does: "Normalized (exact)".
TEST(SprtOfOthers, HasTheSameLikelihoodRatios) {
  EXPECT_NEAR(test_of(0, 2, Model::normalized).llr(PairCounts{{379, 10170, 21828, 10640, 343}}), 2.94598,
              1e-3);
  EXPECT_NEAR(test_of(0, 4, Model::normalized).llr(PairCounts{{13, 37, 50, 25, 3}}), -0.54912, 1e-4);
}

// Only wins and losses: the one distribution with a mean of s has s wins and 1 - s losses, so that of 60 and
// 40 games ln LR = 60 ln(0.6 / 0.5) + 40 ln(0.4 / 0.5) = 10.939296 - 8.925745.
TEST(SprtByHand, OfWinsAndLosses) {
  EXPECT_NEAR(test_of(0, elo_at(0.6), Model::logistic).llr(GameCounts{60, 0, 40}), 2.0135514, 1e-6);
}

// 60 wins and 40 losses by ratios: the mean is 0.1 above 1/2, and the variance 0.24.
TEST(SprtByHand, OfWinsAndLossesNormalized) {
  const double elo1 = normalized(0.1 / std::sqrt(0.24));
  EXPECT_NEAR(test_of(0, elo1, Model::normalized).llr(GameCounts{60, 0, 40}), 2.0135514, 1e-6);
}

TEST(Sprt, SaysTheReverseOfTheOtherPlayer) {
  const PairCounts pairs{{3, 14, 40, 31, 9}};
  PairCounts other = pairs;
  std::reverse(other.by_half_points.begin(), other.by_half_points.end());
  for (const Model model : {Model::normalized, Model::logistic}) {
    EXPECT_NEAR(test_of(-5, 40, model).llr(pairs), -test_of(-40, 5, model).llr(other), 1e-8);
  }
}

TEST(Sprt, KnowsNothingWithoutResults) {
  const Sprt sprt = test_of(0, 20, Model::normalized);
  EXPECT_EQ(sprt.llr(GameCounts{}), 0);
  EXPECT_EQ(sprt.llr(PairCounts{}), 0);
  EXPECT_EQ(sprt.decision(PairCounts{}), Decision::go_on);
}

// Without any variance, and at the ends of what may be asked for.
TEST(Sprt, IsFiniteWhateverTheResults) {
  for (const Model model : {Model::normalized, Model::logistic}) {
    for (const auto& [elo0, elo1] :
         {std::pair{-1000.0, -500.0}, {-1000.0, 1000.0}, {0.0, 1.0}, {999.0, 1000.0}}) {
      for (std::size_t i = 0; i < 5; ++i) {
        PairCounts pairs;
        pairs.by_half_points[i] = 78;
        EXPECT_TRUE(std::isfinite(test_of(elo0, elo1, model).llr(pairs))) << i << ' ' << elo0 << ' ' << elo1;
        ++pairs.by_half_points[(i + 1) % 5];
        EXPECT_TRUE(std::isfinite(test_of(elo0, elo1, model).llr(pairs))) << i << ' ' << elo0 << ' ' << elo1;
      }
    }
  }
}

// ln 1.5 = 0.405 a pair of two wins: the 8th passes ln 19 = 2.944.
TEST(Sprt, DecidesByPairsThatAreAllWon) {
  const Sprt sprt = test_of(0, elo_at(0.75), Model::logistic);
  EXPECT_EQ(sprt.decision(PairCounts{{0, 0, 0, 0, 7}}), Decision::go_on);
  EXPECT_EQ(sprt.decision(PairCounts{{0, 0, 0, 0, 8}}), Decision::accept_h1);
  EXPECT_EQ(sprt.decision(PairCounts{{8, 0, 0, 0, 0}}), Decision::accept_h0);
}

TEST(Sprt, NeverDecidesByRepeatedPairs) {
  const Sprt sprt = test_of(0, elo_at(0.75), Model::logistic);
  EXPECT_EQ(sprt.decision(PairCounts{{0, 0, 0, 0, 100'000}}, PairCounts{{0, 0, 0, 0, 1}}), Decision::go_on);
  EXPECT_EQ(sprt.decision(PairCounts{{100'000, 0, 0, 0, 0}}, PairCounts{{1, 0, 0, 0, 0}}), Decision::go_on);
  EXPECT_EQ(sprt.decision(PairCounts{{0, 0, 0, 0, 9}}, PairCounts{{0, 0, 0, 0, 8}}), Decision::accept_h1);
  // Nor where the repetitions and the others contradict each other.
  EXPECT_EQ(sprt.decision(PairCounts{{90, 0, 0, 0, 9}}, PairCounts{{1, 0, 0, 0, 9}}), Decision::go_on);
}

TEST(SprtSpec, IsRead) {
  EXPECT_EQ(Sprt::Spec::read("elo0=0,elo1=20"), (Sprt::Spec{0, 20, 0.05, 0.05, Model::normalized}));
  EXPECT_EQ(Sprt::Spec::read("model=logistic,beta=0.1,alpha=0.01,elo1=2.5,elo0=-1e1"),
            (Sprt::Spec{-10, 2.5, 0.01, 0.1, Model::logistic}));
}

std::string refusal(const std::string& text) {
  return test_support::complaint([&] { Sprt::Spec::read(text); });
}

TEST(SprtSpec, SaysWhatIsWrong) {
  EXPECT_EQ(refusal("elo0=0,elo1=20,elo2=5"), "'elo2' is no key, expected elo0, elo1, alpha, beta or model");
  EXPECT_EQ(refusal("20"), "got '20', expected KEY=VALUE,... with the keys elo0, elo1, alpha, beta or model");
  EXPECT_EQ(refusal(""), "got '', expected KEY=VALUE,... with the keys elo0, elo1, alpha, beta or model");
  EXPECT_EQ(refusal("elo0=0,elo1=20,"), refusal(""));
  EXPECT_EQ(refusal("elo0=0"), "elo1: not given, expected elo1=NUMBER");
  EXPECT_EQ(refusal("elo1=20"), "elo0: not given, expected elo0=NUMBER");
  EXPECT_EQ(refusal("elo0=0,elo1=20,elo0=1"), "elo0: given twice");
  EXPECT_EQ(refusal("elo0=0,elo1=twenty"), "elo1: got 'twenty', expected a number");
  EXPECT_EQ(refusal("elo0=0,elo1=20 "), "elo1: got '20 ', expected a number");
  EXPECT_EQ(refusal("elo0=0,elo1=inf"), "elo1: got 'inf', expected a number");
  EXPECT_EQ(refusal("elo0=,elo1=20"), "elo0: got '', expected a number");
  EXPECT_EQ(refusal("elo0=0,elo1=1001"), "elo1: got '1001', expected a number from -1000 to 1000");
  EXPECT_EQ(refusal("elo0=20,elo1=20"), "elo1: got '20', expected a number above elo0, which is 20");
  EXPECT_EQ(refusal("elo0=0,elo1=20,alpha=0.5"), "alpha: got '0.5', expected a number above 0 and below 0.5");
  EXPECT_EQ(refusal("elo0=0,elo1=20,beta=0"), "beta: got '0', expected a number above 0 and below 0.5");
  EXPECT_EQ(refusal("elo0=0,elo1=20,model=bayesian"),
            "model: got 'bayesian', expected normalized or logistic");
}

}  // namespace
}  // namespace referee::comparison
