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
      const int games = usual_games_at_once(clock, static_cast<std::size_t>(seats));
      EXPECT_GE(games, 1);
      EXPECT_TRUE(games == 1 || games * each < cpus);
      EXPECT_GE((games + 1) * each, cpus) << "it would not be the most";
    }
  }
}

TEST(GamesAtOnce, BotsThatAreChargedForWaitingShareNoCpuWithTheReferee) {
  ClockSpec clock;
  EXPECT_TRUE(may_share_cpu(clock, 1));
  EXPECT_FALSE(may_share_cpu(clock, 2));
  clock.measure = Measure::wall;
  EXPECT_FALSE(may_share_cpu(clock, 1));
}

}  // namespace
}  // namespace referee
