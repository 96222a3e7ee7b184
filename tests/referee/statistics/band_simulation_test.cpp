#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <iostream>
#include <string>
#include <vector>

#include <boost/math/distributions/normal.hpp>

#include "referee/statistics/band_decision.h"
#include "tests/referee/statistics/drawing.h"

// The promise of BandDecision, tried on many simulated students: what COMPARISON.md says of its error and of
// the games that it takes.
namespace referee::comparison {
namespace {

using drawing::Random;

const int kStudents = test_support::random_cases(1000);  // of a scale

/// A student's true shares, by opponent.
using Shares = std::vector<double>;

/// A scale, and the students who are placed on it.
struct Scale {
  std::string name;
  BandTerms terms;
  int games_of_group = 2;
  std::function<Shares(Random&)> student;
  /// The points of a group in which the true share is `share`.
  std::function<double(Random&, double share)> group;
};

struct Simulated {
  int outside = 0;    ///< students further than the margin from every border
  int wrong = 0;      ///< of them: decided, and in another band than the true one
  int too_far = 0;    ///< of the others: decided, and in a band that is not at the border that is near
  int undecided = 0;  ///< of those outside of the margins
  int missed = 0;     ///< students of whom an interval lacks a true share
  double games = 0;   ///< of a student, on the mean
};

std::size_t true_band(const BandTerms& terms, const Shares& shares, double shift) {
  const auto reached = std::ranges::find_if(terms.borders, [&](const BandBorder& border) {
    return shares[border.opponent] + shift >= border.share;
  });
  return static_cast<std::size_t>(reached - terms.borders.begin());
}

BandDecision placed(const Scale& scale, const Shares& shares, Random& random) {
  BandDecision decision(scale.terms);
  while (const auto opponent = decision.next()) {
    decision.add(*opponent, scale.group(random, shares[*opponent]));
  }
  return decision;
}

void take(const Scale& scale, const Shares& shares, const BandDecision& decision, Simulated& sum) {
  const BandTerms& terms = scale.terms;
  // Somebody near a border has either of its bands: the true one if the border were a margin lower or higher.
  const std::size_t best = true_band(terms, shares, terms.margin);
  const std::size_t worst = true_band(terms, shares, -terms.margin);
  const bool is_right = best <= decision.band() && decision.band() <= worst;
  const bool is_outside = best == worst;
  sum.outside += is_outside ? 1 : 0;
  sum.undecided += is_outside && !decision.is_decided() ? 1 : 0;
  if (decision.is_decided() && !is_right) {
    ++(is_outside ? sum.wrong : sum.too_far);
  }
  bool holds = true;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const Interval interval = decision.interval(i);
    holds = holds && interval.low <= shares[i] + 1e-5 && shares[i] <= interval.high + 1e-5;
  }
  sum.missed += holds ? 0 : 1;
  sum.games += static_cast<double>(decision.groups() * scale.games_of_group) / kStudents;
}

/// The games of a student if their number were fixed before the first one, for a promise as good: so many
/// against each opponent that a share that is as far as the margin from two borders is on the wrong side of
/// one with a probability of at most the error. Nobody knows the variance then: it is up to 1/4.
double fixed_games(const BandTerms& terms, std::size_t opponents) {
  const double each = terms.borders.size() > 1 ? terms.error / 2 : terms.error;
  const double z = boost::math::quantile(boost::math::complement(boost::math::normal(), each));
  return std::ceil(std::pow(z / 2 / terms.margin, 2)) * static_cast<double>(opponents);
}

/// So many errors at most where `rate` may err: three standard errors more.
double most_errors(int students, double rate) {
  return students * rate + 3 * std::sqrt(students * rate * (1 - rate));
}

/// The mean number of games of a student, as a share of fixed_games(). What is promised of the scale is
/// tested.
double simulated_games(const Scale& scale, double most_undecided) {
  Random random(17);
  Simulated sum;
  std::size_t opponents = 0;
  for (int i = 0; i < kStudents; ++i) {
    const Shares shares = scale.student(random);
    opponents = shares.size();
    take(scale, shares, placed(scale, shares, random), sum);
  }
  const double fixed = fixed_games(scale.terms, opponents);
  std::cout << scale.name << ": " << kStudents << " students; outside of all margins " << sum.outside
            << ", of them in a wrong band " << sum.wrong << ", undecided " << sum.undecided
            << "; within a margin and in a band that is not beside it " << sum.too_far
            << "; an interval misses a share of " << sum.missed << "; " << std::lround(sum.games)
            << " games on the mean, " << fixed << " if their number were fixed\n";
  EXPECT_LE(sum.wrong, most_errors(sum.outside, scale.terms.error));
  EXPECT_LE(sum.too_far, most_errors(kStudents - sum.outside, scale.terms.error));
  EXPECT_LE(sum.missed, most_errors(kStudents, 2 * scale.terms.error));
  EXPECT_LE(sum.undecided, most_errors(sum.outside, most_undecided));
  return sum.games / fixed;
}

// ---- games ----

/// A pair whose games are drawn in up to `draws` of 1 for who has half of the points, and in which the first
/// seat is worth `seat` more points.
std::function<double(Random&, double)> pairs(double draws, double seat) {
  return [=](Random& random, double share) {
    const double most = std::min({seat, share, 1 - share});
    double points = 0;
    for (const double mean : {share + most, share - most}) {
      const double drawn = draws * std::min(mean, 1 - mean) * 2;
      const double at = random.real();
      points += at < mean - drawn / 2 ? 1 : at < mean + drawn / 2 ? 0.5 : 0;
    }
    return points / 2;
  };
}

double points_at(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

/// Four opponents, `step` Elo apart, and a band for half of the points against each. Students are of all
/// strengths, and each is better or worse against an opponent than its rating says.
Scale of_opponents(std::string name, double step, double draws, double seat) {
  Scale scale{std::move(name), {}, 2, {}, pairs(draws, seat)};
  scale.terms.borders = {{3, 0.5}, {2, 0.5}, {1, 0.5}, {0, 0.5}};
  scale.student = [step](Random& random) {
    const double rating = (random.real() * 5 - 1) * step;
    Shares shares;
    for (int opponent = 0; opponent < 4; ++opponent) {
      shares.push_back(points_at(rating - opponent * step + 30 * random.normal()));
    }
    return shares;
  };
  return scale;
}

TEST(BandSimulation, FourOpponents) {
  EXPECT_LT(simulated_games(of_opponents("four opponents", 150, 0.1, 0.05), 0.1), 0.25);
}

TEST(BandSimulation, FourOpponentsManyDrawsAndStrongSeats) {
  EXPECT_LT(simulated_games(of_opponents("four opponents, many draws", 100, 0.6, 0.3), 0.1), 0.25);
}

TEST(BandSimulation, OneOpponent) {
  Scale scale{"one opponent", {}, 2, {}, pairs(0.2, 0.1)};
  scale.terms.borders = {{0, 0.7}, {0, 0.5}, {0, 0.3}};
  scale.student = [](Random& random) { return Shares{random.real()}; };
  EXPECT_LT(simulated_games(scale, 0.1), 0.5);
}

// Students whom it is hardest to place: each is just outside of the margin of every border. Nothing can be
// much quicker with them than a fixed number of games, and that is not expected.
TEST(BandSimulation, JustOutsideOfTheMargins) {
  Scale scale{"just outside of the margins", {}, 2, {}, pairs(0, 0)};
  scale.terms.borders = {{2, 0.5}, {1, 0.5}, {0, 0.5}};
  scale.terms.most_groups = 2000;
  scale.student = [](Random& random) {
    const double off = random.real() < 0.5 ? 0.0501 : -0.0501;
    const auto at = static_cast<int>(random.real() * 3);
    Shares shares;
    for (int opponent = 0; opponent < 3; ++opponent) {
      shares.push_back(opponent < at ? 0.5501 : opponent > at ? 0.4499 : 0.5 + off);
    }
    return shares;
  };
  EXPECT_LT(simulated_games(scale, 0.01), 1);
}

// A game of one seat with skewed scores: exponential ones, cut where the scale ends.
TEST(BandSimulation, SkewedScores) {
  Scale scale{"skewed scores", {}, 1, {}, {}};
  scale.terms.borders = {{0, 0.5}, {0, 0.3}, {0, 0.15}};
  scale.terms.most_groups = 400;
  const auto cut_mean = [](double mean) { return mean * (1 - std::exp(-1 / mean)); };
  scale.student = [](Random& random) { return Shares{0.05 + 0.6 * random.real()}; };
  scale.group = [cut_mean](Random& random, double share) {
    double low = 1e-3;
    double high = 100;
    for (int step = 0; step < 40; ++step) {
      const double middle = std::sqrt(low * high);
      (cut_mean(middle) < share ? low : high) = middle;
    }
    return std::min(1.0, low * random.exponential());
  };
  EXPECT_LT(simulated_games(scale, 0.1), 0.5);
}

}  // namespace
}  // namespace referee::comparison
