#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "referee/swiss/bracket_pairing.h"
#include "referee/swiss/criteria.h"
#include "referee/swiss/matching/max_weight_matching.h"
#include "referee/swiss/matching/wide.h"

namespace referee::swiss {

/// Finds the pairing of one bracket: a matching of the greatest weight by the criteria (C.04.3, 2.3 and 2.4),
/// then, one decision after the other, the candidate that the rules generate first among the equal ones (3
/// and 4): which MDPs are paired, whom they meet, which residents change between S1 and S2, which players
/// meet each other. A decision makes the pairs that it prefers a little heavier than the others, and looks
/// whether the best matching has them then.
template <std::size_t Words>
class BracketSolver {
 public:
  BracketSolver(const Bracket& bracket, const Criteria& criteria, const WeightLayout& layout);

  /// Finds the best pairing by the criteria.
  void solve();
  /// Chooses the first one of several best pairings, after solve().
  void choose_first();
  /// The partners by vertex; kNobody for none.
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
  std::vector<std::size_t> settled_;    // by vertex: its final partner
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
        weights.set(higher, lower, layout.weight<Number>(criteria.merit(higher, lower)));
      }
    }
  }
  return weights;
}

template <std::size_t Words>
auto BracketSolver<Words>::unit(std::size_t value, std::size_t bit) -> Number {
  return Number(value) << bit;
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
    order_remainder(pairs_);  // at once: most brackets have the greatest possible number of pairs
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
      break;  // the best matching may have this pair
    }
  }
  matching_.reweigh(vertex, [&](Weights& weights) {
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      Number weight = weights(vertex, candidates[i]);
      if (weight != 0) {
        weight += unit(candidates.size() - i, layout_.step());
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
      if (quality_(mdp, v) != 0) {
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
    set_preference(mdp, paired(mdp) ? 2 : 0);  // a chosen MDP outweighs the next one
  }
}

/// 4.2: the opponents of the first MDP, the second, ...: the smallest BSNs of S2.
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

}  // namespace referee::swiss

#include "referee/swiss/bracket_remainder.h"  // IWYU pragma: export
