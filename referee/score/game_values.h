#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "referee/match/match_result.h"
#include "referee/score/criterion.h"
#include "referee/score/rubric.h"
#include "referee/score/score_report.h"

namespace referee::score {

/// What one game gives to what is measured, always for the submission.
struct GameValues {
  double score = 0;
  double attained = 0;  ///< 0 to 1
  bool won = false;     ///< first alone
  double pairwise = 0;  ///< 0 to 1
  std::int64_t faults = 0;
  std::int64_t needless_deaths = 0;
};

/// Of a game that was played, with the submission at `seat`. Whoever does not come has a fault. Throws
/// std::exception if `count_deaths` and the record is not one of Light Cycle.
GameValues values_of(const MatchResult& result, std::size_t seat, std::optional<double> attainable,
                     bool count_deaths);

/// The measured value over the games of an item. REQUIRES: at least one.
double measured_in(std::span<const GameValues> games, Measured measured);

/// Fills in points, status and what was measured: the criterion with the least share decides. REQUIRES: as
/// many values as the item has games.
void grade(ScoredItem& item, const RubricItem& rule, std::span<const GameValues> games);

/// Adds up the points of all items by the rubric's rule.
double total_of(const std::vector<ScoredItem>& items, Rubric::Total total);

}  // namespace referee::score
