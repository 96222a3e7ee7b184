#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "protocol/require.h"
#include "referee/statistics/rating.h"
#include "referee/statistics/sparse_matrix.h"

namespace referee::rating {

/// How likely games are under strengths: the logarithm of the model's likelihood and of its prior, as
/// README.md has them. The parameters are natural logarithms: the strength of each player, what the first
/// seat is worth (if a game had one), how likely ties of two, three ... are (of the sizes that occurred,
/// ascending). Strictly concave in them.
class Likelihood {
 public:
  Likelihood(std::size_t players, std::span<const RankedGame> games);

  std::size_t players() const { return players_; }
  bool has_first_seat() const { return has_first_seat_; }
  /// REQUIRES: has_first_seat().
  std::size_t first_seat() const {
    REQUIRE(has_first_seat_);
    return players_;
  }
  /// Ties that occurred.
  struct Tie {
    std::size_t size = 2;
    std::size_t parameter = 0;
  };
  const std::vector<Tie>& ties() const { return ties_; }  ///< by size
  std::size_t parameters() const { return players_ + (has_first_seat_ ? 1 : 0) + ties_.size(); }

  /// From now on a player's strength is known: it is what `x` says, and the derivatives know no way that
  /// changes it.
  void hold(std::size_t player) { held_[player] = true; }

  double value(const std::vector<double>& x) const;

  /// The first derivatives of value(), and the observed information: minus the second ones, positive
  /// definite. Of a strength that is held they are 0, and 1 on the diagonal.
  struct Derivatives {
    std::vector<double> gradient;
    SparseMatrix information;
  };
  Derivatives derivatives(const std::vector<double>& x) const;

 private:
  /// Which player, or tied group, takes the next place among those that are left: a ranking is a sequence of
  /// choices.
  struct Choice {
    std::size_t left = 2;              ///< players to choose from: the first so many of `parameters`
    std::size_t chosen = 1;            ///< the first so many of them were chosen
    double times = 1;                  ///< it was made so often
    std::optional<std::size_t> first;  ///< which of these sits on the first seat
    /// All that it depends on: strengths of those who are left, the first seat, ties that they may have.
    std::vector<std::size_t> parameters;
  };
  /// One group that may be chosen: its logit is the sum of parameters, each with its factor.
  struct Option {
    double logit = 0;
    double probability = 0;
    std::vector<std::pair<std::size_t, double>> terms;  ///< place in Choice::parameters, factor
  };
  struct Options {
    std::vector<Option> all;
    std::size_t chosen = 0;  ///< the one that was
    double log_sum = 0;      ///< of exp(logit)
  };
  void add_choices(const RankedGame& game);
  void find_parameters();
  Options options(const Choice& choice, const std::vector<double>& x) const;
  void add_derivatives(const Choice& choice, const std::vector<double>& x, Derivatives& out) const;
  SparseMatrix no_information() const;

  std::size_t players_;
  bool has_first_seat_ = false;
  std::vector<Tie> ties_;
  std::vector<Choice> choices_;
  std::vector<bool> held_;              // by parameter
  SparseMatrix no_information_{0, {}};  // all 0, with room for what choices add
};

}  // namespace referee::rating
