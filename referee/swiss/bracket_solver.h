#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "referee/swiss/bracket_pairing.h"
#include "referee/swiss/criteria.h"
#include "referee/swiss/matching/dense_weights.h"
#include "referee/swiss/matching/max_weight_matching.h"
#include "referee/swiss/weight_layout.h"

namespace referee::swiss {

/// Finds the pairing of one bracket: a matching of the greatest weight by the criteria (C.04.3, 2.3 and 2.4),
/// then, one decision after the other, the candidate that the rules generate first among the equal ones (3
/// and 4): which MDPs are paired, whom they meet, which residents change between S1 and S2, who meets whom.
/// A decision puts the wished for pairs a little above the others, and looks whether the best matching has
/// them then.
template <std::size_t Words>
class BracketSolver {
 public:
  BracketSolver(const Bracket& bracket, const Criteria& criteria, const WeightLayout& layout);

  /// The best by the criteria.
  void solve();
  /// Then the first of them.
  void choose_first();
  /// By vertex; kNobody for none.
  std::vector<std::size_t> partners() const;
  /// Whether `vertex`, one of the bracket, is in a pair of the bracket.
  bool paired(std::size_t vertex) const;

 private:
  using Number = Wide<Words>;
  using Weights = DenseWeights<Number>;

  static Weights quality(const Bracket& bracket, const Criteria& criteria, const WeightLayout& layout);
  static Number unit(std::size_t value, std::size_t bit);

  // ---- MDPs
  void choose_moved_down();
  void set_preference(std::size_t mdp, std::size_t preference);
  void pair_moved_down();

  // ---- residents among themselves: the remainder, or all of a homogeneous bracket
  std::size_t collect_remainder();
  void order_remainder(std::size_t pairs);
  void suggest_natural_pairs();
  Number order_weight(std::size_t i, std::size_t j, std::size_t step) const;
  bool is_first_of_pair(std::size_t i) const;
  void choose_exchange();
  std::vector<bool> leavers_of_s1(std::size_t exchanged);
  std::vector<bool> comers_to_s1(std::size_t exchanged);
  void reweigh_in_remainder(std::size_t i, bool as_first, std::size_t step_first, bool as_second);
  void divide(const std::vector<bool>& in_s1);
  void pair_remainder();

  void prefer_lowest_partner(std::size_t vertex, const std::vector<std::size_t>& candidates);
  void settle(std::size_t vertex);

  const Bracket& bracket_;
  const WeightLayout& layout_;
  Weights quality_;  // the criteria's part of all weights
  MaxWeightMatching<Weights> matching_;
  std::vector<std::size_t> settled_;    // by vertex: its partner for good
  std::vector<std::size_t> remainder_;  // vertices, in the order of their BSNs there
  std::size_t pairs_ = 0;               // in the remainder: the size of S1
  bool ordered_ = false;                // the weights are those of order_remainder()
  std::vector<bool> in_s1_;             // by place in the remainder
};

template <std::size_t Words>
BracketSolver<Words>::BracketSolver(const Bracket& bracket, const Criteria& criteria,
                                    const WeightLayout& layout)
    : bracket_(bracket),
      layout_(layout),
      quality_(quality(bracket, criteria, layout)),
      matching_(quality_),
      settled_(bracket.players.size(), kNobody) {}

template <std::size_t Words>
auto BracketSolver<Words>::quality(const Bracket& bracket, const Criteria& criteria,
                                   const WeightLayout& layout) -> Weights {
  const std::size_t n = bracket.players.size();
  Weights weights(n);
  for (std::size_t higher = 0; higher < n; ++higher) {
    for (std::size_t lower = higher + 1; lower < n; ++lower) {
      if (criteria.compatible(higher, lower)) {
        weights.set(higher, lower, layout.weight<Words>(criteria.merit(higher, lower)));
      }
    }
  }
  return weights;
}

template <std::size_t Words>
auto BracketSolver<Words>::unit(std::size_t value, std::size_t bit) -> Number {
  Number number;
  number.add(value, bit);
  return number;
}

template <std::size_t Words>
bool BracketSolver<Words>::paired(std::size_t vertex) const {
  const std::size_t partner = settled_[vertex] != kNobody ? settled_[vertex] : matching_.mate(vertex);
  return partner != kNobody && bracket_.is_own_pair(std::min(vertex, partner), std::max(vertex, partner));
}

template <std::size_t Words>
std::vector<std::size_t> BracketSolver<Words>::partners() const {
  std::vector<std::size_t> partner = settled_;
  for (std::size_t v = 0; v < partner.size(); ++v) {
    if (partner[v] == kNobody) {
      partner[v] = matching_.mate(v);
    }
  }
  return partner;
}

template <std::size_t Words>
void BracketSolver<Words>::solve() {
  collect_remainder();
  pairs_ = remainder_.size() / 2;
  if (bracket_.moved_down == 0) {
    order_remainder(pairs_);  // in one go: most brackets have as many pairs as there can be
    ordered_ = true;
  } else {
    suggest_natural_pairs();
    matching_.solve();
  }
}

template <std::size_t Words>
void BracketSolver<Words>::choose_first() {
  if (bracket_.moved_down > 0) {
    choose_moved_down();
    pair_moved_down();
  }
  if (const std::size_t pairs = collect_remainder(); !ordered_ || pairs != pairs_) {
    order_remainder(pairs);
  }
  choose_exchange();
  pair_remainder();
}

/// The pair of `vertex` in the matching is final.
template <std::size_t Words>
void BracketSolver<Words>::settle(std::size_t vertex) {
  const std::size_t partner = matching_.mate(vertex);
  settled_[vertex] = partner;
  settled_[partner] = vertex;
  matching_.remove(vertex);
  matching_.remove(partner);
  matching_.solve();
}

/// Gives `vertex`, which is matched with one of the candidates, the first of them that a best matching
/// allows.
template <std::size_t Words>
void BracketSolver<Words>::prefer_lowest_partner(std::size_t vertex,
                                                 const std::vector<std::size_t>& candidates) {
  for (const std::size_t candidate : candidates) {
    if (candidate == matching_.mate(vertex)) {
      return;
    }
    if (matching_.tight(vertex, candidate)) {
      break;  // perhaps
    }
  }
  matching_.reweigh(vertex, [&](Weights& weights) {
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      Number weight = weights(vertex, candidates[i]);
      if (!weight.zero()) {
        weight.add(candidates.size() - i, layout_.step());
        weights.set(vertex, candidates[i], weight);
      }
    }
  });
  matching_.solve();
}

// ---- MDPs

template <std::size_t Words>
void BracketSolver<Words>::set_preference(std::size_t mdp, std::size_t preference) {
  matching_.reweigh(mdp, [&](Weights& weights) {
    for (std::size_t v = bracket_.moved_down; v < bracket_.own; ++v) {
      if (!quality_(mdp, v).zero()) {
        weights.set(mdp, v, quality_(mdp, v) + unit(preference, layout_.chosen()));
      }
    }
  });
  matching_.solve();
}

/// 4.4: of the sets of MDPs that may be paired, the one with the smallest BSNs.
template <std::size_t Words>
void BracketSolver<Words>::choose_moved_down() {
  const auto is_paired = [&](std::size_t mdp) { return paired(mdp); };
  std::vector<std::size_t> all;
  for (std::size_t mdp = 0; mdp < bracket_.moved_down; ++mdp) {
    all.push_back(mdp);
  }
  if (std::ranges::all_of(all, is_paired)) {
    return;
  }
  for (const std::size_t mdp : all) {
    set_preference(mdp, 1);
    set_preference(mdp, paired(mdp) ? 2 : 0);  // who is chosen outweighs the next one to be tried
  }
}

/// 4.2: who meets the first MDP, the second, ...: the smallest BSNs of S2.
template <std::size_t Words>
void BracketSolver<Words>::pair_moved_down() {
  std::vector<std::size_t> residents;
  for (std::size_t v = bracket_.moved_down; v < bracket_.own; ++v) {
    residents.push_back(v);
  }
  for (std::size_t mdp = 0; mdp < bracket_.moved_down; ++mdp) {
    if (paired(mdp)) {
      prefer_lowest_partner(mdp, residents);
      std::erase(residents, matching_.mate(mdp));
      settle(mdp);
    }
  }
}

// ---- the remainder

/// The weight of the pair of two places in the remainder, the smaller first. 4.3: fewest players exchanged
/// between S1 and S2, then the smallest difference of the sums of their BSNs: as many as possible of the
/// original S1 in S1, and the smallest numbers there. The first of a pair is always the one in S1: were it
/// the other, the candidate with both exchanged would have come before.
template <std::size_t Words>
auto BracketSolver<Words>::order_weight(std::size_t i, std::size_t j, std::size_t step) const -> Number {
  Number weight = quality_(remainder_[i], remainder_[j]);
  if (weight.zero()) {
    return weight;
  }
  weight.add(i < pairs_ ? 1 : 0, layout_.originals());
  weight.add(remainder_.size() - i, layout_.numbers());
  weight.add(step, layout_.step());
  return weight;
}

template <std::size_t Words>
void BracketSolver<Words>::order_remainder(std::size_t pairs) {
  pairs_ = pairs;
  std::vector<Number> potential(settled_.size());
  // So much of a pair's addition goes to the second of it that two of S2 have enough.
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

/// The first of S1 with the first of S2, and so on, where nothing speaks against it.
template <std::size_t Words>
void BracketSolver<Words>::suggest_natural_pairs() {
  for (std::size_t i = 0; i < pairs_; ++i) {
    for (std::size_t j = pairs_; j < remainder_.size() && !matching_.suggest(remainder_[i], remainder_[j]);) {
      ++j;
    }
  }
}

/// Who is left of the residents, and how many pairs they make now.
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

/// Sets the weights of the i-th with the others: `step_first` where it is the first of the pair, if it may
/// be; as the second it has those of order_remainder(), if it may be that.
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
    // One who has come outweighs the next one to be tried.
    reweigh_in_remainder(i, true, comes[i] ? 3 : 1, !comes[i]);
    exchanged -= comes[i] ? 1 : 0;
  }
  return comes;
}

/// From now on pairs are of one of S1 and one of S2. That makes the bracket bipartite, and what is left to
/// decide cheap.
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
