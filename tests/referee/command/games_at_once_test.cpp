#include "referee/command/games_at_once.h"

#include <gtest/gtest.h>

#include "referee/process/cpus.h"

namespace referee {
namespace {

TEST(GamesAtOnce, TheUsualNumberLeavesTheRefereeACpuWhereThereIsOneToLeave) {
  const int cpus = static_cast<int>(process_cpus().size());
  for (const Measure measure : {Measure::cpu, Measure::wall}) {
    ClockSpec clock;
    clock.measure = measure;
    for (const int seats : {1, 2, 4}) {
      const int each = measure == Measure::wall ? seats : 1;
      const GamesAtOnce here(clock, static_cast<std::size_t>(seats));
      EXPECT_GE(here.usual(), 1);
      EXPECT_EQ(here.leave_a_cpu(here.usual()), here.usual() * each < cpus);
      EXPECT_FALSE(here.leave_a_cpu(here.usual() + 1)) << "they would not be the most";
    }
  }
}

}  // namespace
}  // namespace referee
