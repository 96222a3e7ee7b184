#include "referee/score/whole_points.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "referee/score/score_parts.h"

namespace referee::score {
namespace {

/// What an item adds to the sum.
struct Part {
  std::size_t item = 0;
  double points = 0;
  double max_points = 0;
};

std::vector<Part> parts_of(const ScoreReport& report) {
  std::vector<Part> parts;
  for (std::size_t i = 0; i < report.items.size(); ++i) {
    parts.push_back({i, report.items[i].points, report.items[i].max_points});
  }
  if (!best_counts(report)) {
    return parts;
  }
  std::ranges::stable_sort(parts, {}, &Part::max_points);
  double below = 0;
  for (Part& part : parts) {
    const double top = part.max_points;
    part.max_points = top - below;
    part.points = std::clamp(report.points - below, 0.0, part.max_points);
    below = top;
  }
  return parts;
}

}  // namespace

std::vector<WholePoints> whole_points(const ScoreReport& report) {
  std::vector<WholePoints> whole(report.items.size());
  WholePoints given;
  double points = 0;
  double max_points = 0;
  for (const Part& part : parts_of(report)) {
    points += part.points;
    max_points += part.max_points;
    WholePoints& item = whole[part.item];
    item.max_points = std::llround(max_points) - given.max_points;
    item.points = std::min<std::int64_t>(std::llround(points) - given.points, item.max_points);
    given.points += item.points;
    given.max_points += item.max_points;
  }
  // Where the greatest points are no integers an item may be owed more than it can have: another one has
  // room.
  for (WholePoints& item : whole) {
    const std::int64_t more =
        std::min<std::int64_t>(item.max_points - item.points, std::llround(points) - given.points);
    item.points += more;
    given.points += more;
  }
  return whole;
}

}  // namespace referee::score
