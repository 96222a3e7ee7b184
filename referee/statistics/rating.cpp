#include "referee/statistics/rating.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <vector>

#include "referee/statistics/likelihood.h"
#include "referee/statistics/root.h"

namespace referee::rating {
namespace {

double weight_of(std::size_t size, std::span<const TieWeight> ties) {
  const auto found = std::ranges::find(ties, size, &TieWeight::size);
  return size == 1 ? 1 : found == ties.end() ? 0 : found->weight;
}

/// How likely a group of each size, from 0, is the next of `left` equal ones: a group's weight times the
/// number of such groups.
std::vector<double> sizes_of_next(std::size_t left, std::span<const TieWeight> ties) {
  std::vector<double> likely{0};
  double groups = 1;
  double sum = 0;
  for (std::size_t size = 1; size <= left; ++size) {
    groups *= static_cast<double>(left - size + 1) / static_cast<double>(size);
    likely.push_back(groups * weight_of(size, ties));
    sum += likely.back();
  }
  std::ranges::for_each(likely, [&](double& one) { one /= sum; });
  return likely;
}

constexpr double kStepTolerance = 1e-10;  // of the solution of a step
constexpr double kErrorTolerance = 1e-4;  // of the solution for a variance

/// Parameters, and whether they are those of the maximum.
struct Maximum {
  std::vector<double> x;
  bool converged = false;
};

/// Newton's method, from `x`. The likelihood is strictly concave: there is one maximum, and each step is
/// halved until it gains a tenth of what its slope promises (Armijo 1966), but for what rounding takes from a
/// value. A step ends the search that is less than a millionth of the standard errors: near the maximum the
/// error is the square of the step. (A bound on the step itself is none: where games say little of a
/// parameter, rounding alone makes steps of 1e-8.)
Maximum maximum_of(const Likelihood& likelihood, std::vector<double> x) {
  constexpr int kMostSteps = 200;
  constexpr int kMostHalvings = 60;
  constexpr double kSmallSquare = 1e-12;  // of the step in standard errors
  constexpr double kRounding = 1e-12;     // of a value
  for (int count = 0; count < kMostSteps; ++count) {
    const auto [gradient, information] = likelihood.derivatives(x);
    const std::vector<double> step = information.solve(gradient, kStepTolerance).x;
    const double slope = std::inner_product(step.begin(), step.end(), gradient.begin(), 0.0);
    const auto from_here = [&](double fraction) {
      std::vector<double> there = x;
      std::ranges::transform(there, step, there.begin(),
                             [&](double at, double by) { return at + fraction * by; });
      return there;
    };
    if (!std::isfinite(slope)) {
      break;
    }
    if (slope <= kSmallSquare) {
      return {from_here(1), true};
    }
    const double here = likelihood.value(x) - kRounding * (1 + std::abs(likelihood.value(x)));
    double fraction = 1;
    for (int halvings = 0; likelihood.value(from_here(fraction)) < here + 0.1 * fraction * slope;
         ++halvings) {
      if (halvings == kMostHalvings) {
        return {std::move(x), false};
      }
      fraction /= 2;
    }
    x = from_here(fraction);
  }
  return {std::move(x), false};
}

Estimate estimate(double value, double variance, double elo_per_unit) {
  const double elo = value * elo_per_unit;
  const double margin = kNormal95 * std::sqrt(std::max(0.0, variance)) * elo_per_unit;
  return {elo, elo - margin, elo + margin};
}

/// The games with players numbered through, so that each has one; `players`: the number of each, by its own.
struct Compact {
  std::vector<std::optional<std::size_t>> players;
  std::size_t count = 0;
  std::vector<RankedGame> games;
};

Compact compact(std::size_t players, std::span<const RankedGame> games) {
  Compact out{std::vector<std::optional<std::size_t>>(players), 0, {games.begin(), games.end()}};
  for (const RankedGame& game : games) {
    for (const RankedGame::Seat& seat : game.seats) {
      out.players[seat.player] = 0;
    }
  }
  for (std::optional<std::size_t>& number : out.players) {
    if (number) {
      number = out.count++;
    }
  }
  for (RankedGame& game : out.games) {
    for (RankedGame::Seat& seat : game.seats) {
      seat.player = *out.players[seat.player];
    }
  }
  return out;
}

/// The variance of each player's strength less the mean of all; then those of the other parameters.
SparseMatrix::Solution variances_of(const SparseMatrix& information, std::size_t players) {
  SparseMatrix::Solution variances = information.inverse_diagonal(kErrorTolerance);
  // Var(x_i - mean) = C_ii - 2 (C m)_i + m C m, with m = 1/n for each of the n players.
  std::vector<double> share(information.size());
  std::fill_n(share.begin(), players, 1 / static_cast<double>(players));
  const std::vector<double> with_mean = information.solve(share, kStepTolerance).x;
  const double of_mean = std::inner_product(share.begin(), share.end(), with_mean.begin(), 0.0);
  for (std::size_t i = 0; i < players; ++i) {
    variances.x[i] += of_mean - 2 * with_mean[i];
  }
  return variances;
}

/// The entrants at most tables of the most usual size; the greater one of two that are as usual.
std::size_t usual_table(std::span<const RankedGame> games) {
  std::vector<std::size_t> counts;
  for (const RankedGame& game : games) {
    counts.resize(std::max(counts.size(), game.seats.size() + 1));
    counts[game.seats.size()] += game.times;
  }
  return static_cast<std::size_t>(counts.rend() - std::max_element(counts.rbegin(), counts.rend())) - 1;
}

/// A player whose strength is given.
struct Held {
  std::size_t number = 0;  // in Compact
  double elo = 0;
};

std::vector<Held> held_of(const Compact& of, std::span<const Anchor> anchors) {
  std::vector<Held> held;
  for (const Anchor& anchor : anchors) {
    if (const auto number = of.players[anchor.player]) {
      held.push_back({*number, anchor.elo});
    }
  }
  return held;
}

/// 0 if there is none.
double mean_of(const std::vector<Held>& held) {
  const double sum = std::accumulate(held.begin(), held.end(), 0.0,
                                     [](double so_far, const Held& one) { return so_far + one.elo; });
  return held.empty() ? 0 : sum / static_cast<double>(held.size());
}

Estimate moved(const Estimate& estimate, double by) {
  return {estimate.elo + by, estimate.low + by, estimate.high + by};
}

/// The parameters of the greatest likelihood, and how many Elo a unit of strength is there.
struct Fit {
  std::vector<double> x;
  double elo = 0;
  std::vector<Held> held;
  bool converged = true;
};

double elo_per_unit(const Likelihood& likelihood, const std::vector<double>& x, std::size_t table) {
  std::vector<TieWeight> ties;
  for (const Likelihood::Tie& tie : likelihood.ties()) {
    ties.push_back({tie.size, std::exp(x[tie.parameter])});
  }
  return 400 / std::numbers::ln10 * elo_scale(table, ties);
}

/// The fit of a likelihood whose ties say how many Elo a unit is, while that says where the given strengths
/// are held.
class UnitSearch {
 public:
  UnitSearch(Likelihood& likelihood, std::size_t table, std::vector<Held> held)
      : likelihood_(likelihood),
        table_(table),
        fit_{std::vector<double>(likelihood.parameters()), kWithoutTies, std::move(held)} {
    for (const Held& one : fit_.held) {
      likelihood_.hold(one.number);
    }
  }

  /// The unit is found between the one without ties, which is the greatest, and a part of it. Far anchors
  /// that have tied may have none: then it is the least that was tried, and the fit has not converged.
  Fit find() {
    const double at_most = excess(kWithoutTies);
    if (fit_.held.size() < 2 || at_most >= -kSameUnit * kWithoutTies) {
      fit_.elo += at_most;  // one is held at 0 with every unit
      return std::move(fit_);
    }
    double low = kWithoutTies / 2;
    double at_low = excess(low);
    for (; at_low < 0 && low > kLeastUnit; low /= 2, at_low = excess(low)) {
    }
    fit_.elo = low;
    fit_.converged = fit_.converged && at_low >= 0;
    if (fit_.converged) {
      fit_.elo = numeric::root_between([this](double unit) { return excess(unit); },
                                       {low, at_low, kWithoutTies, at_most}, {kSameUnit, 0});
      excess(fit_.elo);
    }
    return std::move(fit_);
  }

 private:
  static constexpr double kWithoutTies = 400 / std::numbers::ln10;
  static constexpr double kLeastUnit = kWithoutTies / 1000;
  static constexpr double kSameUnit = 1e-9;

  /// Fits with this unit; how much greater the unit of the fit is.
  double excess(double unit) {
    const double middle = mean_of(fit_.held);
    for (const Held& one : fit_.held) {
      fit_.x[one.number] = (one.elo - middle) / unit;
    }
    Maximum maximum = maximum_of(likelihood_, std::move(fit_.x));
    fit_.x = std::move(maximum.x);
    fit_.converged = fit_.converged && maximum.converged;
    return elo_per_unit(likelihood_, fit_.x, table_) - unit;
  }

  Likelihood& likelihood_;
  std::size_t table_;
  Fit fit_;
};

}  // namespace

double elo_scale(std::size_t table, std::span<const TieWeight> ties) {
  // slope[m]: how the mean result of i against j grows with the strength of i, all m who are left being
  // equal. A group of t is chosen next. The logarithm of its probability grows by 1/t - 1/m with the strength
  // of i if i is in it, else by -1/m. With i alone in it the result is 1, with both 1/2, with j alone 0; with
  // neither it is open among m - t. Results less 1/2, weighted with these slopes, leave (m - t) / 2m(m - 1)
  // of each t.
  std::vector<double> slope(table + 1);
  for (std::size_t left = 2; left <= table; ++left) {
    const std::vector<double> likely = sizes_of_next(left, ties);
    const auto m = static_cast<double>(left);
    for (std::size_t size = 1; size < left; ++size) {
      const double rest = m - static_cast<double>(size);
      const double open = rest * (rest - 1) / (m * (m - 1));
      slope[left] += likely[size] * (rest / (2 * m * (m - 1)) + open * slope[left - size]);
    }
  }
  constexpr double kSlopeOfElo = 0.25;  // of 1 / (1 + exp(-x)) at 0
  return slope[table] / kSlopeOfElo;
}

Ratings ratings_of(std::size_t players, std::span<const RankedGame> games) {
  return ratings_of(players, games, {});
}

Ratings ratings_of(std::size_t players, std::span<const RankedGame> games, std::span<const Anchor> anchors) {
  Ratings ratings{std::vector<std::optional<Estimate>>(players), {}, true};
  if (games.empty()) {
    return ratings;
  }
  const Compact of = compact(players, games);
  Likelihood likelihood(of.count, of.games);
  const Fit fit = UnitSearch(likelihood, usual_table(games), held_of(of, anchors)).find();
  const bool anchored = !fit.held.empty();
  const SparseMatrix information = likelihood.derivatives(fit.x).information;
  const auto [variances, exact] =
      anchored ? information.inverse_diagonal(kErrorTolerance) : variances_of(information, of.count);
  ratings.converged = fit.converged && exact;

  const auto count = static_cast<std::ptrdiff_t>(of.count);
  const double mean =
      anchored ? 0
               : std::accumulate(fit.x.begin(), fit.x.begin() + count, 0.0) / static_cast<double>(of.count);
  for (std::size_t player = 0; player < players; ++player) {
    if (const auto number = of.players[player]) {
      const auto held = std::ranges::find(fit.held, *number, &Held::number);
      ratings.players[player] =
          held != fit.held.end()
              ? Estimate{held->elo, held->elo, held->elo}
              : moved(estimate(fit.x[*number] - mean, variances[*number], fit.elo), mean_of(fit.held));
    }
  }
  if (likelihood.has_first_seat()) {
    const std::size_t seat = likelihood.first_seat();
    ratings.first_seat = estimate(fit.x[seat], variances[seat], fit.elo);
  }
  return ratings;
}

std::vector<Difference> differences_of(std::size_t players, std::span<const RankedGame> games) {
  std::vector<Difference> differences;
  if (games.empty()) {
    return differences;
  }
  const Compact of = compact(players, games);
  Likelihood likelihood(of.count, of.games);
  const Fit fit = UnitSearch(likelihood, usual_table(games), {}).find();
  const SparseMatrix information = likelihood.derivatives(fit.x).information;
  for (std::size_t player = 0; player < players; ++player) {
    for (std::size_t other = player + 1; other < players; ++other) {
      if (!of.players[player] || !of.players[other]) {
        continue;
      }
      // The variance of the difference, by the inverse C of the information: C_ii - 2 C_ij + C_jj.
      const std::size_t i = *of.players[player];
      const std::size_t j = *of.players[other];
      std::vector<double> contrast(information.size());
      contrast[i] = 1;
      contrast[j] = -1;
      const std::vector<double> solved = information.solve(contrast, kStepTolerance).x;
      const double variance = solved[i] - solved[j];
      const double value = fit.x[i] - fit.x[j];
      differences.push_back({player, other, estimate(value, variance, fit.elo),
                             std::erfc(-value / std::sqrt(2 * variance)) / 2});
    }
  }
  return differences;
}

}  // namespace referee::rating
