#include "sample_bots/cpp/planets/planner.h"

#include <algorithm>
#include <utility>

namespace planets {
namespace {

constexpr std::size_t kFirstWidth = 64;
constexpr std::size_t kLeastWidth = 16;      // less is not worth a try
constexpr std::size_t kMostWidth = 1 << 16;  // bounds the memory
constexpr int kPatience = 30;                // moves
constexpr std::size_t kForesight = 40;       // turns of a plan that ends before the game does

}  // namespace

Planner::Planner(Map map, Limits limits)
    : map_(std::move(map)), routes_(map_), limits_(limits), width_(kFirstWidth) {}

Move Planner::choose(const World& world) {
  nodes_ = 0;
  follow(world);
  if (wants_to_search()) {
    improve(world);
  }
  const Move move = plan_.moves.empty() ? Move::stay : plan_.moves.front();
  expected_ = world;
  expected_->step(map_, move);
  return move;
}

void Planner::follow(const World& world) {
  if (expected_ && *expected_ == world && !plan_.moves.empty()) {
    plan_.moves.erase(plan_.moves.begin());
  } else {
    plan_ = {};
    width_ = kFirstWidth;
    fruitless_moves_ = 0;
  }
}

bool Planner::wants_to_search() const {
  if (plan_.is_best) {
    return false;
  }
  return fruitless_moves_ < kPatience || (!plan_.is_final && plan_.moves.size() < kForesight);
}

/// Searches wider and wider, until the budget is used up. A search that would not come to its end is
/// narrowed.
void Planner::improve(const World& world) {
  Budget budget(limits_);
  Tours tours(map_, routes_, world);
  Beam beam(map_, tours);
  bool is_better = false;
  while (!budget.is_over()) {
    const BeamSettings settings{.width = width_, .alike = 4, .caution = 0, .seed = searches_++};
    Plan found = beam.search(world, tours.all(), settings, budget);
    width_ = std::min(2 * width_, kMostWidth);
    const bool proves_best = found.is_best;
    if (found.is_better_than(plan_)) {
      plan_ = std::move(found);
      is_better = true;
    }
    plan_.is_best = plan_.is_best || proves_best;
    if (plan_.is_best) {
      break;
    }
  }
  nodes_ = budget.spent();
  fruitless_moves_ = is_better ? 0 : fruitless_moves_ + 1;
}

}  // namespace planets
