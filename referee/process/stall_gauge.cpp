#include "referee/process/stall_gauge.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "referee/process/stall_warning.h"

namespace referee {
namespace {

constexpr Milliseconds kGaugeStep{1};
constexpr Milliseconds kMoment{200};
constexpr const char* kSwitch = "REFEREE_STALL_CHECK";

Microseconds worst_until(const std::stop_token& stop, TimePoint end) {
  Microseconds worst{0};
  TimePoint now = std::chrono::steady_clock::now();
  do {
    const TimePoint due = now + kGaugeStep;
    std::this_thread::sleep_until(due);
    now = std::chrono::steady_clock::now();
    worst = std::max(worst, whole_microseconds(now - due));
  } while (now < end && !stop.stop_requested());
  return worst;
}

}  // namespace

StallGauge::StallGauge(Milliseconds time, Done done)
    : thread_([end = std::chrono::steady_clock::now() + time,
               done = std::move(done)](const std::stop_token& stop) { done(worst_until(stop, end)); }) {}

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
