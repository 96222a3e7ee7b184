#include "referee/match/bot_paces.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engines/registry.h"
#include "referee/process/cpus.h"
#include "tests/support/patience.h"
#include "tests/support/world.h"

namespace referee {
namespace {

using test_support::kLong;
using test_support::World;

constexpr Microseconds kQuickTurn{100};
constexpr Microseconds kSlowTurn{300};

/// Whether a thread may run on the CPUs of another one, and on no more.
bool runs_where(pid_t one, pid_t other) {
  cpu_set_t ones{};
  cpu_set_t others{};
  return ::sched_getaffinity(one, sizeof(ones), &ones) == 0 &&
         ::sched_getaffinity(other, sizeof(others), &others) == 0 && CPU_EQUAL(&ones, &others) != 0;
}

/// A bot with a child in the second seat; nobody is launched for the first one.
class BotPacesTest : public testing::Test {
 protected:
  BotPacesTest() {
    world_.run(launch());
    world_.until([&] { return bots_[1].greeted->is_set(); });
  }
  ~BotPacesTest() override { world_.run(launcher_.stop(bots_[1])); }
  BotPacesTest(const BotPacesTest&) = delete;
  BotPacesTest& operator=(const BotPacesTest&) = delete;

  Task<> launch() {
    BotCommand command{{"sh", "-c", R"(sleep 600 & echo '{"type":"hello","protocol":1}'; cat > /dev/null)"}};
    bots_[1] = co_await launcher_.launch("bob", std::move(command), kLong);
  }
  /// So many turns in which both seats compute for so long, half of it between their turns.
  void play(int turns, Microseconds computed) {
    for (int i = 0; i < turns; ++i) {
      std::vector<SeatAnswer> answers(2);
      for (std::size_t seat = 0; seat < answers.size(); ++seat) {
        answers[seat].seat = seat;
        answers[seat].spent = computed / 2;
        answers[seat].between = computed / 2;
      }
      paces_.on_turn({spec_, names_, *game_, ""},
                     PlayedTurn{.number = i, .answers = answers, .events = "", .record_line = ""});
    }
  }
  /// Whether the bot and its child run where the loop does.
  bool shares_cpu() const {
    const std::vector<pid_t> all = bots_[1].process->processes();
    EXPECT_GE(all.size(), 2U);
    return std::ranges::all_of(all, [](pid_t pid) { return runs_where(pid, 0); });
  }

  World world_;
  Launcher launcher_{world_.tasks()};
  std::vector<LaunchedBot> bots_ = std::vector<LaunchedBot>(2);
  BotPaces paces_{launcher_, bots_};
  MatchSpec spec_;
  std::vector<std::string> names_{"alice", "bob"};
  std::unique_ptr<engines::Game> game_ =
      engines::find_game("walls")->make(engines::Json::object(), engines::Seed{});
};

TEST_F(BotPacesTest, AQuickBotAndItsChildrenShareTheCpuOfTheLoopUntilItIsSlow) {
  launcher_.share_cpu();
  play(7, kQuickTurn);
  cpu_set_t ours{};
  EXPECT_EQ(::sched_getaffinity(0, sizeof(ours), &ours), 0);
  EXPECT_EQ(static_cast<std::size_t>(CPU_COUNT(&ours)), process_cpus().size()) << "too early to tell";
  play(1, kQuickTurn);
  EXPECT_TRUE(shares_cpu());
  EXPECT_EQ(::sched_getaffinity(0, sizeof(ours), &ours), 0);
  EXPECT_EQ(CPU_COUNT(&ours), 1);
  play(8, kSlowTurn);
  EXPECT_EQ(shares_cpu(), process_cpus().size() == 1);
}

TEST_F(BotPacesTest, NothingIsMovedIfNoCpuIsToBeShared) {
  play(80, kQuickTurn);
  cpu_set_t ours{};
  EXPECT_EQ(::sched_getaffinity(0, sizeof(ours), &ours), 0);
  EXPECT_EQ(static_cast<std::size_t>(CPU_COUNT(&ours)), process_cpus().size());
  EXPECT_TRUE(shares_cpu()) << "both still may run on all of them";
}

}  // namespace
}  // namespace referee
