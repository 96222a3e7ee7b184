#include "referee/process/stall_gauge.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "referee/base/kernel_time.h"
#include "referee/base/threads.h"

namespace referee {
namespace {

constexpr int kShareOfBudget = 4;

constexpr Milliseconds kGaugeStep{1};
constexpr Milliseconds kMoment{200};
constexpr const char* kSwitch = "REFEREE_STALL_CHECK";

Microseconds worst_until(const std::stop_token& stop, TimePoint end) {
  Microseconds worst{0};
  TimePoint now = kernel_now();
  do {
    const TimePoint due = now + kGaugeStep;
    std::this_thread::sleep_until(due);
    now = kernel_now();
    worst = std::max(worst, whole_microseconds(now - due));
  } while (now < end && !stop.stop_requested());
  return worst;
}

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

StallGauge::StallGauge(Milliseconds time, Done done)
    : thread_(start_thread("the thread that watches for stalls",
                           [stop = stop_.get_token(), end = kernel_now() + time, done = std::move(done)] {
                             done(worst_until(stop, end));
                           })) {}

StallGauge::~StallGauge() {
  stop_.request_stop();
  thread_.join();
}

std::unique_ptr<StallGauge> watch_for_stalls(std::optional<Milliseconds> budget) {
  const char* const set = std::getenv(kSwitch);
  if (!budget || (set != nullptr && std::string_view(set) == "off")) {
    return nullptr;
  }
  return std::make_unique<StallGauge>(kMoment, [budget = *budget](Microseconds worst) {
    if (const auto warning = stall_warning(budget, worst)) {
      spdlog::warn("{}", *warning);
    }
  });
}

}  // namespace referee
