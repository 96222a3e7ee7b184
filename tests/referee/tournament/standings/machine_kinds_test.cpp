#include "referee/tournament/standings/machine_kinds.h"

#include <gtest/gtest.h>

#include "tests/referee/tournament/histories.h"

namespace referee {
namespace {

PlayingMachine epyc(std::int64_t calibration_us) { return {"EPYC", "bwrap", Microseconds(calibration_us)}; }

TEST(MachineKinds, CountMatchesByCpuAndSandbox) {
  std::vector<History::Round> rounds{{histories::win(0, 1), histories::win(2, 3)}};
  rounds[0].edit()[0].games[0].machines = {{"Xeon", "basic", Microseconds{0}}};
  rounds[0].edit()[0].games[1].machines = {epyc(20'500), epyc(19'800)};  // a duel: a match of each
  rounds[0].edit()[1].games[0].machines = {epyc(20'100)};
  rounds[0].edit()[1].games[1].machines = {{"EPYC", ""}};
  const std::vector<MachineKind> kinds = machine_kinds(histories::history(4, rounds));
  ASSERT_EQ(kinds.size(), 3U);
  EXPECT_EQ(kinds[0].cpu, "EPYC");
  EXPECT_EQ(kinds[0].sandbox, "bwrap");
  EXPECT_EQ(kinds[0].matches, 3U);
  EXPECT_EQ(kinds[0].calibration, std::pair(Microseconds{19'800}, Microseconds{20'500}));
  EXPECT_EQ(kinds[1].sandbox, "") << "the referee's own machine";
  EXPECT_FALSE(kinds[1].calibration);
  EXPECT_EQ(kinds[2].cpu, "Xeon");
}

TEST(MachineKinds, LeaveOutStruckGamesAndAreNoneWithoutWorkers) {
  std::vector<History::Round> rounds{{histories::win(0, 1)}};
  EXPECT_TRUE(machine_kinds(histories::history(2, rounds)).empty());
  rounds[0].edit()[0].games[0].machines = {epyc(20'000)};
  rounds[0].edit()[0].games[0].struck = true;
  EXPECT_TRUE(machine_kinds(histories::history(2, rounds)).empty());
}

}  // namespace
}  // namespace referee
