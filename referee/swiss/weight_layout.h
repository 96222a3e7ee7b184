#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "referee/swiss/criteria.h"
#include "referee/swiss/matching/wide.h"

namespace referee::swiss {

/// Where in a pair's weight each criterion stands, and below them all what decides between pairings that are
/// equal by the criteria: which of them the rules come to first (C.04.3, 3 and 4).
class WeightLayout {
 public:
  explicit WeightLayout(const Criteria& criteria, const Bracket& bracket);

  /// Below the criteria, the most important first. `chosen`: MDPs that are to be paired. `originals`: pairs
  /// whose higher ranked is of the original S1. `numbers`: their BSNs, less is better. `step`: what is being
  /// decided at the moment.
  std::size_t chosen() const { return chosen_; }
  std::size_t originals() const { return originals_; }
  std::size_t numbers() const { return numbers_; }
  std::size_t step() const { return step_; }
  /// The lowest bit is always 0, as MaxWeightMatching wants it.
  std::size_t bits() const { return bits_; }

  /// The criteria's part of a weight.
  template <std::size_t Words>
  Wide<Words> weight(const Merit& merit) const;

 private:
  struct Field {
    std::size_t at = 0;
    CriterionWidth width;
    std::vector<std::size_t> class_at;  // by class - 1
  };

  std::array<Field, kCriteria> fields_;
  std::size_t chosen_ = 0;
  std::size_t originals_ = 0;
  std::size_t numbers_ = 0;
  std::size_t step_ = 0;
  std::size_t bits_ = 0;
};

template <std::size_t Words>
Wide<Words> WeightLayout::weight(const Merit& merit) const {
  Wide<Words> weight;
  for (std::size_t i = 0; i < kCriteria; ++i) {
    const Field& field = fields_[i];
    if (field.width.bits == 0 || merit.amount[i] == 0) {
      continue;
    }
    if (field.class_at.empty()) {
      weight.add(merit.amount[i], field.at);
    } else {
      weight.add(1, field.class_at[merit.amount[i] - 1U]);
    }
  }
  return weight;
}

}  // namespace referee::swiss
