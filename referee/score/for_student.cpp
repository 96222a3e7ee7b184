#include <algorithm>

#include "referee/score/score_report.h"

namespace referee::score {
namespace {

bool stays(const ScoredItem& item, bool publishes_later) {
  return item.visibility == Visibility::visible ||
         (item.visibility == Visibility::after_published && publishes_later);
}

/// Built from nothing, not cut down: a member that is added one day is withheld until somebody lets it
/// through.
ScoredItem masked(const ScoredItem& item) {
  ScoredItem left;
  left.number = item.number;
  left.name = item.name;
  left.visibility = item.visibility;
  left.points = item.points;
  left.max_points = item.max_points;
  left.status = item.status;
  left.withheld = true;
  for (const ScoredGame& game : item.games) {
    if (game.fault) {
      ScoredGame kind;
      kind.fault.emplace().verdict = game.fault->verdict;
      left.games.push_back(std::move(kind));
    }
  }
  return left;
}

}  // namespace

ScoredItem for_student(const ScoredItem& item, bool publishes_later) {
  return stays(item, publishes_later) ? item : masked(item);
}

ScoreReport for_student(const ScoreReport& report, bool publishes_later) {
  ScoreReport seen = report;
  for (ScoredItem& item : seen.items) {
    item = for_student(item, publishes_later);
  }
  if (std::ranges::any_of(seen.items, &ScoredItem::withheld)) {
    seen.seed.reset();
  }
  return seen;
}

}  // namespace referee::score
