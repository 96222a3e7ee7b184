#pragma once

#include <cstdint>
#include <vector>

#include "referee/score/score_report.h"

namespace referee::score {

/// An item's points for a grader that knows integers only.
struct WholePoints {
  std::int64_t points = 0;
  std::int64_t max_points = 0;
};

/// The items' points as integers, in their order. They add up to the report's points rounded to the nearest
/// integer, and so do the greatest ones: what is rounded is the sum so far, not each item, for many halves
/// would make points of nothing. Where the best item counts, the items are steps of a stair: an item is worth
/// what it asks beyond the next smaller one.
std::vector<WholePoints> whole_points(const ScoreReport& report);

}  // namespace referee::score
