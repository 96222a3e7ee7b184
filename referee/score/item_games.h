#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "referee/score/game_values.h"
#include "referee/score/rubric.h"
#include "referee/score/score_report.h"

namespace referee::score {

/// A match of an item that is to be played.
struct ItemGame {
  std::size_t number = 0;    ///< from 0: names its record; the same match has it in every run
  std::size_t instance = 0;  ///< of RubricItem::games
  std::size_t line_up = 0;   ///< of RubricItem::line_ups
  std::size_t seat = 0;      ///< of the submission
};

/// Which matches an item plays, and what it gives for them. Matches may end in any order: which ones count,
/// and what for, does not depend on it.
class ItemGames {
 public:
  virtual ~ItemGames() = default;

  /// The match that begins now; nothing: none does, at least until another has ended.
  virtual std::optional<ItemGame> next() = 0;
  /// The values of a match that next() has given.
  virtual void ended(const ItemGame& game, const GameValues& values) = 0;
  /// Whether no more matches are needed.
  virtual bool is_over() const = 0;
  /// Whether a match may begin when `more` others have begun.
  virtual bool may_follow(std::size_t more) const = 0;
  /// The numbers of the matches that count so far, in their order.
  virtual std::vector<std::size_t> counted() const = 0;
  /// Fills in points, status and what was measured. `values`: of the matches that count. REQUIRES: is_over().
  virtual void grade(ScoredItem& item, std::span<const GameValues> values) const = 0;

  /// Those of an item, which outlives them.
  static std::unique_ptr<ItemGames> of(const RubricItem& item);
};

}  // namespace referee::score
