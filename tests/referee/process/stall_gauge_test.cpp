#include "referee/process/stall_gauge.h"

#include <gtest/gtest.h>
#include <spdlog/logger.h>

#include <cstdlib>
#include <future>

#include "tests/support/captured_log.h"

namespace referee {
namespace {

using namespace std::chrono_literals;

ClockSpec clock_of(ClockKind kind, std::int64_t ms, Measure measure) {
  ClockSpec clock;
  clock.kind = kind;
  clock.ms = ms;
  clock.measure = measure;
  return clock;
}

TEST(WallBudget, IsTheTimeOfATurn) {
  EXPECT_EQ(wall_budget(clock_of(ClockKind::per_move, 1000, Measure::wall), false), 1000ms);
  EXPECT_EQ(wall_budget(clock_of(ClockKind::mean, 50, Measure::wall), true), 50ms);
}

TEST(WallBudget, ProcessorTimeIsNotStalled) {
  EXPECT_FALSE(wall_budget(clock_of(ClockKind::mean, 50, Measure::cpu), true));
  EXPECT_FALSE(wall_budget(clock_of(ClockKind::mean, 50, Measure::automatic), false)) << "all are launched";
  EXPECT_EQ(wall_budget(clock_of(ClockKind::mean, 50, Measure::automatic), true), 50ms);
}

TEST(WallBudget, TimeForAWholeGameHasNone) {
  EXPECT_FALSE(wall_budget(clock_of(ClockKind::bank, 50, Measure::wall), true));
  EXPECT_FALSE(wall_budget(clock_of(ClockKind::score_rate, 50, Measure::wall), true));
}

TEST(StallWarning, NamesTheBudgetTheStallAndWhatToDo) {
  EXPECT_EQ(
      stall_warning(50ms, 31ms),
      "50 ms budget, but this machine stalls up to 31 ms: end what else runs here, let the clock measure "
      "launched bots by processor time (measure: cpu), or give a larger budget");
  EXPECT_TRUE(
      stall_warning(50ms, 30'001us)->starts_with("50 ms budget, but this machine stalls up to 31 ms:"))
      << "rounded up";
}

TEST(StallWarning, NothingIsSaidUpToAQuarter) {
  EXPECT_FALSE(stall_warning(50ms, 0us));
  EXPECT_FALSE(stall_warning(50ms, 12'500us));
  EXPECT_TRUE(stall_warning(50ms, 12'501us));
}

using namespace std::chrono_literals;

TEST(StallGauge, TellsOnceWhenItsTimeIsOver) {
  std::promise<Microseconds> worst;
  const StallGauge gauge(5ms, [&](Microseconds found) { worst.set_value(found); });
  EXPECT_GE(worst.get_future().get(), 0us);
}

TEST(StallGauge, IsNotWaitedForWhenItGoes) {
  std::optional<Microseconds> worst;
  {
    const StallGauge gauge(10h, [&](Microseconds found) { worst = found; });
  }
  EXPECT_TRUE(worst) << "what it has seen until then counts";
}

TEST(WatchForStalls, NeedsABudgetAndCanBeSwitchedOff) {
  EXPECT_EQ(watch_for_stalls(std::nullopt), nullptr);
  EXPECT_NE(watch_for_stalls(1h), nullptr);
  ::setenv("REFEREE_STALL_CHECK", "off", 1);
  EXPECT_EQ(watch_for_stalls(1h), nullptr);
  ::unsetenv("REFEREE_STALL_CHECK");
}

TEST(WatchForStalls, WarnsInTheLogOrSaysNothing) {
  const test_support::CapturedLog log;
  watch_for_stalls(1h).reset();
  EXPECT_EQ(log.text(), "");
  watch_for_stalls(0ms).reset();  // every machine stalls for longer
  EXPECT_NE(log.text().find("[warning] 0 ms budget, but this machine stalls up to "), std::string::npos)
      << log.text();
}

}  // namespace

}  // namespace referee
