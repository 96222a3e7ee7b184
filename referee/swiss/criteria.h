#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "referee/swiss/bracket_pairing.h"
#include "referee/swiss/pool.h"

namespace referee::swiss {

/// The criteria by which the pairings of a bracket are compared (C.04.3, 2.2 to 2.4), the most important
/// first. Each counts what a pairing does right, so that more is better.
enum class Criterion : std::size_t {
  completion,               ///< C4, C5: all are paired but one player who may get the bye
  pairs,                    ///< C6: pairs
  scores,                   ///< C7: MDPs paired, by score
  next_pairs,               ///< C8: pairs in the next bracket,
  next_scores,              ///<     and its MDPs paired, by score
  bye_games,                ///< C9: unplayed games of those who do not get the bye
  colour_difference,        ///< C10: topscorers and their opponents without a difference over 2
  colour_run,               ///< C11: topscorers and their opponents without a third colour running
  preference,               ///< C12: pairs with both preferences granted
  strong_preference,        ///< C13: pairs with both strong preferences granted
  downfloat_last,           ///< C14: residents paired who floated down in the last round
  upfloat_last,             ///< C15: pairs without an MDP's opponent who floated up in the last round
  downfloat_before,         ///< C16: as C14, two rounds ago
  upfloat_before,           ///< C17: as C15, two rounds ago
  downfloat_scores_last,    ///< C18: MDPs paired who floated down in the last round, by score
  upfloat_scores_last,      ///< C19: MDPs paired with no opponent of C15, by score
  downfloat_scores_before,  ///< C20: as C18, two rounds ago
  upfloat_scores_before     ///< C21: as C19, two rounds ago
};
constexpr std::size_t kCriteria = 18;

/// What one pair contributes. Where a criterion counts by score, a player of one score outweighs any number
/// of players of lower scores: the entry is then the score's class, from 1 for the lowest; 0 is no
/// contribution.
struct Merit {
  std::array<std::uint16_t, kCriteria> amount{};

  std::uint16_t& operator[](Criterion criterion) { return amount[static_cast<std::size_t>(criterion)]; }
  std::uint16_t operator[](Criterion criterion) const { return amount[static_cast<std::size_t>(criterion)]; }
};

/// How many bits a criterion needs so that its sum over any pairing fits.
struct CriterionWidth {
  std::size_t bits = 0;              ///< of the sum, or of each score's; 0: it cannot differ and is left out
  std::vector<std::size_t> classes;  ///< by score: bits of each class, from class 1; empty for others
};

/// The criteria in a bracket.
class Criteria {
 public:
  /// `bye_score`: of the player who gets the bye; negative if none does. `bye_from_here`: the bracket's only
  /// downfloater gets it, so C9 applies. Keeps references.
  Criteria(const Pool& pool, const Bracket& bracket, Scope scope, Tenths bye_score, bool bye_from_here);

  /// The merit of the pair of two compatible vertices, the higher ranked first.
  Merit merit(std::size_t higher, std::size_t lower) const;
  CriterionWidth width(Criterion criterion) const;
  std::size_t size() const { return bracket_.players.size(); }
  bool compatible(std::size_t a, std::size_t b) const {
    return pool_.compatible(bracket_.players[a], bracket_.players[b]);
  }

 private:
  const Card& card(std::size_t vertex) const { return pool_[bracket_.players[vertex]]; }
  bool bye_candidate(std::size_t vertex) const;
  void add_own(std::size_t higher, std::size_t lower, Merit& merit) const;
  bool any_float(std::size_t back, Float kind, std::size_t begin, std::size_t end) const;
  CriterionWidth count_width(std::size_t greatest_sum) const;
  CriterionWidth score_width(std::size_t end) const;

  const Pool& pool_;
  const Bracket& bracket_;
  Scope scope_;
  Tenths bye_score_;
  bool bye_from_here_;
  std::vector<std::uint16_t> class_;          // by vertex: that of its score, from 1 for the lowest
  std::vector<std::uint16_t> unplayed_rank_;  // by vertex: among bye candidates, from 0 for the fewest
};

/// The places of the criteria in a pair's weight. Below them are the places that decide which of several
/// pairings equal by the criteria is the one that the rules generate first (C.04.3, 3 and 4).
class WeightLayout {
 public:
  explicit WeightLayout(const Criteria& criteria, const Bracket& bracket);

  /// Places below the criteria, the most important first. `chosen`: MDPs that are to be paired. `originals`:
  /// pairs with the higher ranked player from the original S1. `numbers`: their BSNs, less is better. `step`:
  /// the present decision.
  std::size_t chosen() const { return chosen_; }
  std::size_t originals() const { return originals_; }
  std::size_t numbers() const { return numbers_; }
  std::size_t step() const { return step_; }
  /// The lowest bit is always 0, as MaxWeightMatching wants it.
  std::size_t bits() const { return bits_; }

  /// The criteria's part of a weight.
  template <class Number>
  Number weight(const Merit& merit) const;

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

template <class Number>
Number WeightLayout::weight(const Merit& merit) const {
  Number weight{};
  for (std::size_t i = 0; i < kCriteria; ++i) {
    const Field& field = fields_[i];
    if (field.width.bits == 0 || merit.amount[i] == 0) {
      continue;
    }
    if (field.class_at.empty()) {
      weight += Number(merit.amount[i]) << field.at;
    } else {
      weight += Number(1) << field.class_at[merit.amount[i] - 1U];
    }
  }
  return weight;
}

}  // namespace referee::swiss
