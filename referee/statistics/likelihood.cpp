#include "referee/statistics/likelihood.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "protocol/require.h"

namespace referee::rating {
namespace {

/// The next greater number with as many bits.
std::uint32_t next_group(std::uint32_t group) {
  const std::uint32_t lowest = group & (~group + 1);
  const std::uint32_t carried = group + lowest;
  return carried | (((group ^ carried) / lowest) >> 2U);
}

/// The logarithm of the prior of one parameter: half a won and half a lost game that it decides alone.
double log_prior(double x) { return -0.5 * std::abs(x) - std::log1p(std::exp(-std::abs(x))); }
double log_prior_slope(double x) { return -0.5 * std::tanh(x / 2); }
/// At least so much that an interval is finite wherever the parameter is.
double prior_information(double x) {
  constexpr double kLeast = 1e-12;
  const double cosh = std::cosh(std::min(std::abs(x), 100.0) / 2);
  return std::max(kLeast, 0.25 / (cosh * cosh));
}

}  // namespace

Likelihood::Likelihood(std::size_t players, std::span<const RankedGame> games) : players_(players) {
  for (const RankedGame& game : games) {
    add_choices(game);
  }
  find_parameters();
  no_information_ = no_information();
  held_.resize(parameters());
}

void Likelihood::add_choices(const RankedGame& game) {
  REQUIRE(game.seats.size() >= 2 && game.seats.size() < 32);
  std::vector<RankedGame::Seat> seats = game.seats;
  std::ranges::stable_sort(seats, {}, &RankedGame::Seat::rank);
  for (std::size_t begin = 0; begin + 1 < seats.size();) {  // the last one left is no choice
    Choice choice{.left = seats.size() - begin,
                  .chosen = 0,
                  .times = static_cast<double>(game.times),
                  .first = {},
                  .parameters = {}};
    for (std::size_t i = begin; i < seats.size(); ++i) {
      if (seats[i].first) {
        choice.first = i - begin;
      }
      choice.parameters.push_back(seats[i].player);
      choice.chosen += seats[i].rank == seats[begin].rank ? 1 : 0;
    }
    begin += choice.chosen;
    choices_.push_back(std::move(choice));
  }
}

void Likelihood::find_parameters() {
  std::set<std::size_t> sizes;
  for (const Choice& choice : choices_) {
    has_first_seat_ = has_first_seat_ || choice.first;
    if (choice.chosen > 1) {
      sizes.insert(choice.chosen);
    }
  }
  for (const std::size_t size : sizes) {
    ties_.push_back({size, parameters()});
  }
  for (Choice& choice : choices_) {
    if (choice.first) {
      choice.parameters.push_back(first_seat());
    }
    for (const Tie& tie : ties_) {
      if (tie.size <= choice.left) {
        choice.parameters.push_back(tie.parameter);
      }
    }
  }
}

/// Players who met depend on each other, and all depend on the first seat and the ties.
SparseMatrix Likelihood::no_information() const {
  std::vector<SparseMatrix::Place> places;
  for (const Choice& choice : choices_) {
    for (std::size_t i = 0; i < choice.left; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        places.emplace_back(choice.parameters[i], choice.parameters[j]);
      }
    }
  }
  for (std::size_t shared = players_; shared < parameters(); ++shared) {
    for (std::size_t other = 0; other < shared; ++other) {
      places.emplace_back(shared, other);
    }
  }
  return {parameters(), places};
}

Likelihood::Options Likelihood::options(const Choice& choice, const std::vector<double>& x) const {
  Options options;
  const auto add_groups = [&](std::size_t size, std::optional<std::size_t> tie) {
    if (choice.chosen == size) {
      options.chosen = options.all.size();  // the first group of its size, as they stand first
    }
    const double share = 1 / static_cast<double>(size);
    for (std::uint32_t group = (1U << size) - 1; group < (1U << choice.left); group = next_group(group)) {
      Option& option = options.all.emplace_back();
      for (std::size_t i = 0; i < choice.left; ++i) {
        if (((group >> i) & 1U) != 0) {
          option.terms.emplace_back(i, share);
          if (choice.first == i) {
            option.terms.emplace_back(choice.left, share);
          }
        }
      }
      if (tie) {
        option.terms.emplace_back(*tie, 1);
      }
      for (const auto& [place, factor] : option.terms) {
        option.logit += factor * x[choice.parameters[place]];
      }
    }
  };
  add_groups(1, {});
  for (std::size_t tie = 0; tie < ties_.size() && ties_[tie].size <= choice.left; ++tie) {
    add_groups(ties_[tie].size, choice.left + (choice.first ? 1 : 0) + tie);
  }
  const double greatest = std::ranges::max(options.all, {}, &Option::logit).logit;
  double sum = 0;
  for (Option& option : options.all) {
    option.probability = std::exp(option.logit - greatest);
    sum += option.probability;
  }
  for (Option& option : options.all) {
    option.probability /= sum;
  }
  options.log_sum = greatest + std::log(sum);
  return options;
}

double Likelihood::value(const std::vector<double>& x) const {
  double value = 0;
  for (const double parameter : x) {
    value += log_prior(parameter);
  }
  for (const Choice& choice : choices_) {
    const Options all = options(choice, x);
    value += choice.times * (all.all[all.chosen].logit - all.log_sum);
  }
  return value;
}

Likelihood::Derivatives Likelihood::derivatives(const std::vector<double>& x) const {
  Derivatives out{std::vector<double>(parameters()), no_information_};
  for (std::size_t i = 0; i < parameters(); ++i) {
    out.gradient[i] = held_[i] ? 0 : log_prior_slope(x[i]);
    out.information.add(i, i, held_[i] ? 1 : prior_information(x[i]));
  }
  for (const Choice& choice : choices_) {
    add_derivatives(choice, x, out);
  }
  return out;
}

/// Adds the derivatives of the logarithm of a multinomial logit: its terms less their mean; the information
/// is their covariance. It is summed from distances from the mean, so that a result that is all but certain
/// leaves no rounding below 0.
void Likelihood::add_derivatives(const Choice& choice, const std::vector<double>& x, Derivatives& out) const {
  const Options all = options(choice, x);
  const std::size_t size = choice.parameters.size();
  std::vector<double> mean(size);
  for (const Option& option : all.all) {
    for (const auto& [i, factor] : option.terms) {
      mean[i] += option.probability * factor;
    }
  }
  std::vector<double> covariance(size * size);  // of terms, by pair
  std::vector<double> distance(size);
  for (std::size_t at = 0; at < all.all.size(); ++at) {
    const Option& option = all.all[at];
    std::ranges::transform(mean, distance.begin(), [](double of_all) { return -of_all; });
    for (const auto& [i, factor] : option.terms) {
      distance[i] += factor;
    }
    for (std::size_t i = 0; i < size; ++i) {
      if (at == all.chosen && !held_[choice.parameters[i]]) {
        out.gradient[choice.parameters[i]] += choice.times * distance[i];
      }
      for (std::size_t j = 0; j <= i; ++j) {
        covariance[i * size + j] += option.probability * distance[i] * distance[j];
      }
    }
  }
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      const std::size_t row = choice.parameters[i];
      const std::size_t column = choice.parameters[j];
      if (!held_[row] && !held_[column]) {
        const int sides = row == column && i != j ? 2 : 1;  // of the diagonal, of one player on two seats
        out.information.add(row, column, sides * choice.times * covariance[i * size + j]);
      }
    }
  }
}

}  // namespace referee::rating
