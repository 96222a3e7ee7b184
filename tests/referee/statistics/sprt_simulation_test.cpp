#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <numbers>

#include "referee/statistics/sprt.h"
#include "tests/referee/statistics/drawing.h"

namespace referee::comparison {
namespace {

using drawing::kBalanced;
using drawing::kTests;
using drawing::PairOdds;

struct Simulated {
  int wrong = 0;
  double pairs = 0;  ///< of a test, on the mean
};

/// Plays kTests tests to their ends, looking at each pair.
Simulated simulate(const Sprt& sprt, const PairOdds& odds, Decision wrong, std::uint64_t seed) {
  drawing::Random random(seed);
  Simulated result;
  for (int test = 0; test < kTests; ++test) {
    PairCounts counts;
    Decision decision = Decision::go_on;
    while (decision == Decision::go_on) {
      draw_pair(random, odds, counts);
      result.pairs += 1.0 / kTests;
      decision = sprt.decision(counts);
    }
    result.wrong += decision == wrong ? 1 : 0;
  }
  return result;
}

/// So many errors at most where `rate` of the tests may err: three standard errors more.
double most_errors(double rate) { return kTests * rate + 3 * std::sqrt(kTests * rate * (1 - rate)); }

/// Both kinds of errors stay in their bounds, and the test takes `pairs` at most.
void expect_bounds_hold(const Sprt& sprt, const PairOdds& base, double pairs) {
  const Sprt::Spec& spec = sprt.spec();
  const auto odds_at = [&](double elo) {
    return spec.model == Sprt::Model::normalized
               ? drawing::tilted(base, elo * std::numbers::sqrt2 * std::numbers::ln10 / 800,
                                 drawing::ratio_of)
               : drawing::tilted(base, 1 / (1 + std::pow(10.0, -elo / 400)), drawing::mean_of);
  };
  const Simulated at_elo0 = simulate(sprt, odds_at(spec.elo0), Decision::accept_h1, 1);
  EXPECT_LE(at_elo0.wrong, most_errors(spec.alpha));
  EXPECT_LE(at_elo0.pairs, pairs);
  const Simulated at_elo1 = simulate(sprt, odds_at(spec.elo1), Decision::accept_h0, 2);
  EXPECT_LE(at_elo1.wrong, most_errors(spec.beta));
  EXPECT_LE(at_elo1.pairs, pairs);
}

constexpr PairOdds kDrawish{0.01, 0.04, 0.9, 0.04, 0.01};
constexpr PairOdds kDecisive{0.25, 0, 0.5, 0, 0.25};  ///< no game is drawn

TEST(SprtSimulation, NormalizedOfBalancedPairs) {
  expect_bounds_hold(Sprt({0, 100, 0.05, 0.05, Sprt::Model::normalized}), kBalanced, 60);
}

TEST(SprtSimulation, NormalizedOfPairsThatAreMostlyEven) {
  expect_bounds_hold(Sprt({0, 150, 0.05, 0.05, Sprt::Model::normalized}), kDrawish, 35);
}

// The two errors are told apart, and neither hypothesis is that of equal players.
TEST(SprtSimulation, NormalizedWithTwoErrorRates) {
  expect_bounds_hold(Sprt({-180, -30, 0.02, 0.1, Sprt::Model::normalized}), kDecisive, 40);
}

TEST(SprtSimulation, Logistic) {
  expect_bounds_hold(Sprt({0, 100, 0.05, 0.05, Sprt::Model::logistic}), kBalanced, 40);
}

// A test between two strengths far apart is over after a few pairs, and its bounds hold all the same.
TEST(SprtSimulation, LogisticAfterAFewPairs) {
  expect_bounds_hold(Sprt({-100, 200, 0.05, 0.05, Sprt::Model::logistic}), kDecisive, 15);
}

}  // namespace
}  // namespace referee::comparison
