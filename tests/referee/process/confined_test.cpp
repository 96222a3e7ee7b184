#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <memory>
#include <set>
#include <system_error>
#include <thread>

#include "referee/process/confined_start.h"
#include "referee/process/cpu_meter.h"
#include "referee/process/sandbox_instance.h"
#include "referee/process/spawn.h"
#include "tests/referee/process/bot_process.h"
#include "tests/support/complaint.h"
#include "tests/support/machine_at_most.h"
#include "tests/support/patience.h"
#include "tests/support/temp_folder.h"

namespace referee {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;
using test_support::kLong;
using test_support::read_file;
using test_support::SandboxAtMost;
using test_support::TempFolder;
using test_support::write_file;
using testing::HasSubstr;

/// Commands run at the level of the test's parameter, in a folder of their own.
class Confined : public testing::TestWithParam<SandboxLevel> {
 protected:
  void SetUp() override {
    try {
      sandbox_ = Sandbox::open(GetParam());
    } catch (const WeakSandbox& weak) {
      GTEST_SKIP() << weak.what();
    }
    reaper_.adopt_orphans();
    fs::permissions(folder_.path(), fs::perms(0777));  // the program may run as another user
    confinement_.folder = folder_.path();
  }

  ConfinedRun run(const std::string& script, Milliseconds timeout = kLong) {
    ConfinedRun result;
    world_.run(run_into(result, {"sh", "-c", script}, timeout));
    return result;
  }
  Task<> run_into(ConfinedRun& result, std::vector<std::string> argv, Milliseconds timeout) {
    result = co_await run_confined(world_.tasks(), reaper_, sandbox_, std::move(argv), confinement_, timeout);
  }

  const SandboxAtMost at_most_{name_of(GetParam())};
  test_support::World world_;
  Reaper reaper_{world_.tasks()};
  TempFolder folder_;
  std::shared_ptr<const Sandbox> sandbox_;
  Confinement confinement_;
};

INSTANTIATE_TEST_SUITE_P(Levels, Confined,
                         testing::Values(SandboxLevel::none, SandboxLevel::basic, SandboxLevel::bwrap,
                                         SandboxLevel::full),
                         [](const auto& level) { return std::string(name_of(level.param)); });

TEST_P(Confined, OutputAndExitStatusAreReported) {
  const ConfinedRun good = run("echo out; echo err >&2; pwd");
  EXPECT_TRUE(good.succeeded) << good.status << good.output;
  EXPECT_EQ(good.output, "out\nerr\n" + fs::canonical(folder_.path()).string() + "\n");
  const ConfinedRun bad = run("exit 3");
  EXPECT_FALSE(bad.succeeded);
  EXPECT_EQ(bad.status, "exit status 3");
  EXPECT_EQ(run("kill -SEGV $$").status, "signal 11 (Segmentation fault)");
}

TEST_P(Confined, ItHasNoInput) { EXPECT_EQ(run("read line || echo end").output, "end\n"); }

TEST_P(Confined, WhoeverIsTooSlowIsKilled) {
  const ConfinedRun slow = run("while :; do :; done", 50ms);
  EXPECT_TRUE(slow.timed_out);
  EXPECT_FALSE(slow.succeeded);
}

TEST_P(Confined, BuildWritesToItsFolderAndStartsPrograms) {
  confinement_.writable = true;
  confinement_.forks = true;
  const ConfinedRun build =
      run("mkdir made && echo text > made/file && cp made/file copy && rm made/file && ls");
  EXPECT_TRUE(build.succeeded) << build.status << build.output;
  EXPECT_EQ(read_file(folder_ / "copy"), "text\n");
}

TEST_P(Confined, WhatABuildLeavesBehindIsGone) {
  confinement_.writable = true;
  confinement_.forks = true;
  // In Python, which says why the kernel has refused a process.
  const ConfinedRun build = run(R"(exec python3 -c "
import os, time
os.mkfifo('line')
if os.fork() == 0:
    os.setsid()
    line = os.open('line', os.O_RDWR)
    open('started', 'w').close()
    time.sleep(600)
while not os.path.exists('started'):
    pass
")");
  EXPECT_TRUE(build.succeeded) << build.status << build.output;
  // The child has been killed; on a busy machine the kernel may need a moment to close its files.
  while (FileDescriptor(::open((folder_ / "line").c_str(), O_WRONLY | O_NONBLOCK)).get() >= 0) {
  }
}

TEST_P(Confined, FolderIsReadOnlyUnlessItIsWritable) {
  write_file(folder_ / "text", "old");
  if (GetParam() == SandboxLevel::none) {
    return;
  }
  const ConfinedRun tried = run("echo new > text; echo new > other");
  EXPECT_FALSE(tried.succeeded);
  EXPECT_EQ(read_file(folder_ / "text"), "old");
  EXPECT_FALSE(fs::exists(folder_ / "other"));
}

TEST_P(Confined, EnvironmentIsNotOurs) {
  if (GetParam() == SandboxLevel::none) {
    return;
  }
  ::setenv("SECRET_OF_OURS", "secret", 1);
  const ConfinedRun asked =
      run("echo [$SECRET_OF_OURS] $PATH; [ $HOME = $TMPDIR ] && echo x > $TMPDIR/file && echo wrote");
  ::unsetenv("SECRET_OF_OURS");
  EXPECT_EQ(asked.output, "[] /usr/local/bin:/usr/bin:/bin\nwrote\n");
}

TEST_P(Confined, RuntimesAreToldHowMuchMemoryThereIs) {
  if (GetParam() == SandboxLevel::none) {
    return;
  }
  confinement_.memory_mib = 400;
  EXPECT_EQ(
      run("echo $JAVA_TOOL_OPTIONS; echo $NODE_OPTIONS; echo $GOMEMLIMIT; echo $DOTNET_GCHeapHardLimit; echo "
          "$MONO_GC_PARAMS")
          .output,
      "-XX:MaxRAM=400m -Xmx300m\n--max-old-space-size=300\n300MiB\n12c00000\nmax-heap-size=300m\n");
}

TEST_P(Confined, LimitsAreOfTheKernels) {
  if (GetParam() == SandboxLevel::none) {
    return;
  }
  confinement_.cpu_s = 77;
  EXPECT_EQ(run("ulimit -t; ulimit -c").output, "77\n0\n");
  // Where the soft limit of cores is 0 already, as in many shells, it shows nothing.
  EXPECT_EQ(run("ulimit -Ht; ulimit -Hc").output, "77\n0\n");
  // Some levels let no program start another one: the shell becomes grep.
  EXPECT_THAT(run("exec grep pending /proc/self/limits").output,
              testing::ContainsRegex("signals +1024 +1024 "));
}

TEST_P(Confined, ProgramThatCannotRunIsALaunchError) {
  if (GetParam() == SandboxLevel::none) {
    return;
  }
  ConfinedRun result;
  EXPECT_THROW(world_.run(run_into(result, {"no-such-program"}, kLong)), LaunchError);
  confinement_.folder = "/root/no-such-folder";
  EXPECT_ANY_THROW(world_.run(run_into(result, {"true"}, kLong)));
}

TEST(SandboxLevel, NamesAreReadBack) {
  for (const auto level :
       {SandboxLevel::none, SandboxLevel::basic, SandboxLevel::bwrap, SandboxLevel::full}) {
    EXPECT_EQ(sandbox_level(name_of(level)), level);
  }
  EXPECT_EQ(sandbox_level("strong"), std::nullopt);
}

TEST(SandboxLevel, TooLittleSaysWhatIsMissingAndHowToGetIt) {
  // "WeakSandbox names what is missing for the asked level and how to get it"
  const SandboxAtMost at_most("basic");
  EXPECT_THAT(
      test_support::complaint<WeakSandbox>([] { (void)Sandbox::open(SandboxLevel::bwrap); }),
      AllOf(HasSubstr("expected at least bwrap, this machine gives basic"), HasSubstr("install bubblewrap")));
}

TEST(SandboxLevel, NoneAskedForIsNone) {
  EXPECT_EQ(Sandbox::open(SandboxLevel::none)->level(), SandboxLevel::none);
}

TEST(UserSlots, EachIsGivenOnce) {
  UserSlots slots;
  UserSlots of_another_referee;
  const uid_t first = slots.take();
  const uid_t second = slots.take();
  EXPECT_NE(first, second);
  EXPECT_GE(first, UserSlots::kFirst);
  const uid_t third = of_another_referee.take();
  EXPECT_NE(third, first);
  EXPECT_NE(third, second);
  slots.give_back(first);
  EXPECT_EQ(slots.take(), first);
}

TEST(UserSlots, ARefereeWithoutDescriptorsSaysSoAndKeepsNoUserOfOthers) {
  UserSlots slots;
  UserSlots of_another_referee;
  {
    rlimit before{};
    ::getrlimit(RLIMIT_NOFILE, &before);
    const rlimit none{0, before.rlim_max};
    ::setrlimit(RLIMIT_NOFILE, &none);
    EXPECT_THROW((void)slots.take(), std::system_error);
    ::setrlimit(RLIMIT_NOFILE, &before);
  }
  EXPECT_GE(of_another_referee.take(), UserSlots::kFirst);
}

bool may_be_other_users() { return ::geteuid() == 0 && UserSlots::exist(); }

/// A process of `user` that has ended, and that nobody has waited for: the kernel counts it.
pid_t ended_process_of(uid_t user) {
  const pid_t ended = ::fork();
  if (ended == 0) {
    ::_exit(::syscall(SYS_setresuid, user, user, user) == 0 ? 0 : 1);
  }
  siginfo_t how{};
  EXPECT_EQ(::waitid(P_PID, static_cast<id_t>(ended), &how, WEXITED | WNOWAIT), 0);
  EXPECT_EQ(how.si_status, 0);
  return ended;
}

TEST(UserSlots, AUserRestsAsLongAsAProcessOfItIsCounted) {
  if (!may_be_other_users()) {
    GTEST_SKIP() << "only root has other users";
  }
  UserSlots slots;
  const uid_t user = slots.take();
  const pid_t ended = ended_process_of(user);
  slots.give_back(user);
  EXPECT_NE(slots.take(), user);
  ASSERT_EQ(::waitpid(ended, nullptr, 0), ended);
  EXPECT_EQ(slots.take(), user);
}

TEST(UserSlots, AUserRestsAlsoWhenItsRefereeHasEnded) {
  if (!may_be_other_users()) {
    GTEST_SKIP() << "only root has other users";
  }
  auto slots = std::make_unique<UserSlots>();
  const uid_t user = slots->take();
  const pid_t ended = ended_process_of(user);
  slots.reset();
  EXPECT_NE(UserSlots().take(), user);
  ASSERT_EQ(::waitpid(ended, nullptr, 0), ended);
}

TEST(UserSlots, EachIsGivenOnceAcrossNetworkNamespaces) {
  UserSlots slots;
  const std::set<uid_t> here{slots.take(), slots.take()};
  bool may_leave = false;
  uid_t there = 0;
  std::thread([&] {  // the namespace is this thread's alone
    may_leave = ::unshare(CLONE_NEWNET) == 0;
    UserSlots of_another_referee;
    there = of_another_referee.take();
  })
      .join();
  if (!may_leave) {
    GTEST_SKIP() << "network namespaces cannot be made";
  }
  EXPECT_FALSE(here.contains(there)) << there;
}

TEST(DiskUsed, CountsWhatIsInAFolder) {
  const TempFolder folder;
  EXPECT_EQ(disk_used(folder.path()), 0U);
  fs::create_directory(folder / "deep");
  write_file(folder / "deep" / "file", std::string(100'000, 'x'));
  EXPECT_GE(disk_used(folder.path()), 100'000U);
  EXPECT_LT(disk_used(folder.path()), 200'000U);
}

TEST(TreeClock, CountsWhatDescendsFromAProcess) {
  ProcessRoom room;
  const auto bot = room.shell("sh -c 'while :; do :; done' & read line");
  TreeClock all(bot.process->pid());
  while (all.used() < 200ms) {
  }
  const auto waiting = ProcessClock(bot.process->pid()).used();
  while (all.used() < 2 * waiting) {  // what starting a process costs depends on the machine
  }
  EXPECT_LE(ProcessClock(bot.process->pid()).used(), waiting + 10ms) << "it only waits";
  bot.process->signal(SIGKILL);
  room.until_ended(bot);
  EXPECT_GE(all.used(), 200ms);
}

}  // namespace
}  // namespace referee
