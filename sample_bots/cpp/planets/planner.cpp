#include "sample_bots/cpp/planets/planner.h"

#include <algorithm>
#include <utility>

namespace planets {
namespace {

constexpr std::size_t kFirstWidth = 64;
constexpr std::size_t kLeastWidth = 16;      // a smaller width finds too little
constexpr std::size_t kMostWidth = 1 << 16;  // bounds the memory
constexpr int kPatience = 30;                // moves
constexpr std::size_t kForesight = 40;       // turns that an unfinished plan should reach ahead

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

/// Searches with growing width until the budget is used up; the search of the next move begins with the
/// width reached.
void Planner::improve(const World& world) {
  Budget budget(limits_);
  Tours tours(map_, routes_, world);
  Beam beam(map_, tours);
  const int needed = tours.turns(tours.all(), world.ship.at);
  const bool is_short_of_time = needed > world.remaining_turns - world.ship.held;
  bool is_better = false;
  for (bool goes_on = true; goes_on && !plan_.is_best;) {
    const int used_before = budget.used();
    Plan found = beam.search(world, tours.all(), next_settings(is_short_of_time), budget);
    const bool proves_best = found.is_best;
    if (found.is_better_than(plan_)) {
      plan_ = std::move(found);
      is_better = true;
    }
    plan_.is_best = plan_.is_best || proves_best;
    goes_on = fit_width(budget, used_before);
  }
  nodes_ = budget.spent();
  fruitless_moves_ = is_better ? 0 : fruitless_moves_ + 1;
}

/// Alternates between settings that are better on some maps and worse on others.
BeamSettings Planner::next_settings(bool is_short_of_time) {
  const bool is_even = searches_ % 2 == 0;
  return {.width = width_,
          .caution = is_even ? 0 : 1,
          .hurried = is_short_of_time && is_even,
          .seed = searches_++};
}

/// Costs grow with the width: chooses the next width by the cost of the latest search.
bool Planner::fit_width(const Budget& budget, int used_before) {
  if (budget.is_over()) {
    width_ = std::max(kLeastWidth, width_ * 3 / 4);
    return false;
  }
  const auto cost = static_cast<std::size_t>(std::max(1, budget.used() - used_before));
  const auto left = static_cast<std::size_t>(std::max(0, Budget::kWhole - budget.used()));
  const std::size_t fitting = width_ * left / cost;
  if (fitting < width_) {
    return false;
  }
  width_ = std::min({2 * width_, fitting, kMostWidth});
  return true;
}

}  // namespace planets
