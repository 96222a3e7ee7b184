#include "referee/process/stall_warning.h"

namespace referee {
namespace {

constexpr int kShareOfBudget = 4;

}  // namespace

std::optional<Milliseconds> wall_budget(const ClockSpec& clock, bool dialled) {
  const bool on_wall = clock.measure == Measure::wall || (clock.measure == Measure::automatic && dialled);
  const bool by_turn = clock.kind == ClockKind::per_move || clock.kind == ClockKind::mean;
  return on_wall && by_turn ? std::optional(Milliseconds(clock.ms)) : std::nullopt;
}

std::optional<std::string> stall_warning(Milliseconds budget, Microseconds stall) {
  if (stall * kShareOfBudget <= budget) {
    return std::nullopt;
  }
  return std::to_string(budget.count()) + " ms budget, but this machine stalls up to " +
         std::to_string(std::chrono::ceil<Milliseconds>(stall).count()) +
         " ms: end what else runs here, let the clock measure launched bots by processor time (measure: "
         "cpu), "
         "or give a larger budget";
}

}  // namespace referee
