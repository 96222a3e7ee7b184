#pragma once

// The part of BracketSolver about residents among themselves: the remainder of a heterogeneous bracket, or
// all of a homogeneous one (C.04.3, 4.2 and 4.3).

#include "referee/swiss/bracket_solver.h"

namespace referee::swiss {

/// The weight of the pair of two places in the remainder, the smaller first. 4.3: fewest players exchanged
/// between S1 and S2, then the smallest difference of the sums of their BSNs: as many as possible of the
/// original S1 in S1, and the smallest numbers there. The first of a pair is always the one in S1: otherwise
/// the rules would have generated the candidate with both exchanged before.
template <std::size_t Words>
auto BracketSolver<Words>::order_weight(std::size_t i, std::size_t j, std::size_t step) const -> Number {
  Number weight = quality_(remainder_[i], remainder_[j]);
  if (weight == 0) {
    return weight;
  }
  weight += unit(i < pairs_ ? 1 : 0, layout_.originals());
  weight += unit(remainder_.size() - i, layout_.numbers());
  weight += unit(step, layout_.step());
  return weight;
}

template <std::size_t Words>
void BracketSolver<Words>::order_remainder(std::size_t pairs) {
  pairs_ = pairs;
  std::vector<Number> potential(settled_.size());
  // The second of a pair gets so much of the pair's addition that the shares of two players of S2 cover their
  // pair.
  const Number second = unit(remainder_.size() - pairs_ + 1, layout_.numbers());
  for (std::size_t i = 0; i < remainder_.size(); ++i) {
    Number& share = potential[remainder_[i]];
    share = second;
    if (i < pairs_) {
      share = unit(1, layout_.originals()) + unit(remainder_.size() - i, layout_.numbers()) +
              unit(1, layout_.step()) - second;
    }
  }
  matching_.reweigh_all(
      [&](Weights& weights) {
        for (std::size_t i = 0; i < remainder_.size(); ++i) {
          for (std::size_t j = i + 1; j < remainder_.size(); ++j) {
            weights.set(remainder_[i], remainder_[j], order_weight(i, j, 1));
          }
        }
      },
      [&](std::size_t v) { return potential[v]; });
  suggest_natural_pairs();
  matching_.solve();
}

/// Suggests the first of S1 with the first of S2, and so on, where the matching accepts the pair.
template <std::size_t Words>
void BracketSolver<Words>::suggest_natural_pairs() {
  for (std::size_t i = 0; i < pairs_; ++i) {
    for (std::size_t j = pairs_; j < remainder_.size() && !matching_.suggest(remainder_[i], remainder_[j]);) {
      ++j;
    }
  }
}

/// Collects the residents that are not settled, and returns how many pairs they make now.
template <std::size_t Words>
std::size_t BracketSolver<Words>::collect_remainder() {
  remainder_.clear();
  std::size_t paired_residents = 0;
  for (std::size_t v = bracket_.moved_down; v < bracket_.own; ++v) {
    if (settled_[v] == kNobody) {
      remainder_.push_back(v);
      paired_residents += paired(v) ? 1 : 0;
    }
  }
  return paired_residents / 2;
}

/// Whether the i-th of the remainder is the higher ranked of a pair there.
template <std::size_t Words>
bool BracketSolver<Words>::is_first_of_pair(std::size_t i) const {
  const std::size_t vertex = remainder_[i];
  return paired(vertex) && matching_.mate(vertex) > vertex;
}

template <std::size_t Words>
void BracketSolver<Words>::choose_exchange() {
  in_s1_.assign(remainder_.size(), false);
  std::size_t exchanged = 0;
  for (std::size_t i = 0; i < pairs_; ++i) {
    in_s1_[i] = true;
    exchanged += is_first_of_pair(i) ? 0 : 1;
  }
  if (exchanged > 0) {
    const std::vector<bool> leaves = leavers_of_s1(exchanged);
    const std::vector<bool> comes = comers_to_s1(exchanged);
    for (std::size_t i = 0; i < remainder_.size(); ++i) {
      in_s1_[i] = i < pairs_ ? !leaves[i] : comes[i];
    }
  }
  divide(in_s1_);
}

/// Sets the weights of the i-th with the others. `as_first`: it may be the first of a pair, which then weighs
/// `step_first` more; `as_second`: it may be the second of a pair, with the weights of order_remainder().
template <std::size_t Words>
void BracketSolver<Words>::reweigh_in_remainder(std::size_t i, bool as_first, std::size_t step_first,
                                                bool as_second) {
  matching_.reweigh(remainder_[i], [&](Weights& weights) {
    for (std::size_t j = 0; j < remainder_.size(); ++j) {
      if (j > i) {
        weights.set(remainder_[i], remainder_[j], as_first ? order_weight(i, j, step_first) : Number{});
      } else if (j < i && !as_second) {
        weights.set(remainder_[i], remainder_[j], Number{});
      }
    }
  });
  matching_.solve();
}

/// "The largest differing BSN moved from S1 to S2."
template <std::size_t Words>
std::vector<bool> BracketSolver<Words>::leavers_of_s1(std::size_t exchanged) {
  std::vector<bool> leaves(remainder_.size());
  for (std::size_t i = pairs_; i-- > 0 && exchanged > 0;) {
    if (is_first_of_pair(i)) {
      reweigh_in_remainder(i, true, 0, true);
    }
    leaves[i] = !is_first_of_pair(i);
    reweigh_in_remainder(i, !leaves[i], 1, true);
    exchanged -= leaves[i] ? 1 : 0;
  }
  return leaves;
}

/// "The smallest differing BSN moved from S2 to S1."
template <std::size_t Words>
std::vector<bool> BracketSolver<Words>::comers_to_s1(std::size_t exchanged) {
  std::vector<bool> comes(remainder_.size());
  for (std::size_t i = pairs_; i < remainder_.size() && exchanged > 0; ++i) {
    if (!is_first_of_pair(i)) {
      reweigh_in_remainder(i, true, 2, true);
    }
    comes[i] = is_first_of_pair(i);
    // A player who has been moved to S1 already outweighs the next one to be tried.
    reweigh_in_remainder(i, true, comes[i] ? 3 : 1, !comes[i]);
    exchanged -= comes[i] ? 1 : 0;
  }
  return comes;
}

/// From now on each pair has one player of S1 and one of S2. This makes the bracket bipartite, so that the
/// remaining decisions are cheap.
template <std::size_t Words>
void BracketSolver<Words>::divide(const std::vector<bool>& in_s1) {
  matching_.reweigh_all(
      [&](Weights& weights) {
        for (std::size_t i = 0; i < remainder_.size(); ++i) {
          for (std::size_t j = i + 1; j < remainder_.size(); ++j) {
            const bool allowed = in_s1[i] && !in_s1[j];
            weights.set(remainder_[i], remainder_[j], allowed ? order_weight(i, j, 1) : Number{});
          }
        }
      },
      [](std::size_t) { return Number{}; });
  matching_.solve();
}

/// 4.2: the transposition of S2 that has the smallest BSN for the first of S1, then for the second, ...
template <std::size_t Words>
void BracketSolver<Words>::pair_remainder() {
  std::vector<std::size_t> s2;
  for (std::size_t i = 0; i < remainder_.size(); ++i) {
    if (!in_s1_[i]) {
      s2.push_back(remainder_[i]);
    }
  }
  for (std::size_t i = 0; i < remainder_.size(); ++i) {
    if (in_s1_[i]) {
      prefer_lowest_partner(remainder_[i], s2);
      std::erase(s2, matching_.mate(remainder_[i]));
      settle(remainder_[i]);
    }
  }
}

}  // namespace referee::swiss
