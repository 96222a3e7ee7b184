#include "referee/process/joint_bounds.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <csignal>
#include <cstring>

#include "referee/base/file_descriptor.h"
#include "referee/process/confined_start.h"
#include "tests/support/machine_at_most.h"
#include "tests/support/patience.h"
#include "tests/support/world.h"

// "Joint bounds of a bot and all that it starts"

namespace referee {
namespace {

using test_support::BoundsAtMost;
using test_support::kLong;
using test_support::SandboxAtMost;
using testing::HasSubstr;
using testing::Not;

/// Copies of this process that have its memory in common with it, and stay.
class Family {
 public:
  explicit Family(int size) {
    for (int i = 0; i < size; ++i) {
      Pipe ready = make_pipe();
      const pid_t pid = ::fork();
      if (pid == 0) {
        ::prctl(PR_SET_DUMPABLE, 1);  // as programs are, whatever this process has hidden of itself
        (void)!::write(ready.write.get(), "x", 1);
        ::pause();
        ::_exit(0);
      }
      char byte = 0;
      EXPECT_EQ(::read(ready.read.get(), &byte, 1), 1);
      pids_.push_back(pid);
    }
  }
  ~Family() {
    for (const pid_t pid : pids_) {
      ::kill(pid, SIGKILL);
      ::waitpid(pid, nullptr, 0);
    }
  }
  Family(const Family&) = delete;
  Family& operator=(const Family&) = delete;
  const std::vector<pid_t>& pids() const { return pids_; }

 private:
  std::vector<pid_t> pids_;
};

TEST(JointUse, CountsProcessesAndOpenFiles) {
#ifdef THREAD_SANITIZED
  GTEST_SKIP() << "the sanitizer has memory, threads and files of its own";
#endif
  const Family family(3);
  const JointUse use = JointUse::look(family.pids(), {.descriptors = 1});
  EXPECT_EQ(use.threads, 3);
  const FileDescriptor one_more(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  const Family later(3);
  EXPECT_GE(JointUse::look(later.pids(), {.descriptors = 1}).descriptors, use.descriptors + 3);
}

TEST(JointUse, OfProcessesThatHaveEndedIsNothing) {
  std::vector<pid_t> gone;
  {
    const Family family(2);
    gone = family.pids();
  }
  const JointUse use = JointUse::look(gone, {.memory_mib = 1, .descriptors = 1});
  EXPECT_EQ(use.memory, 0);
  EXPECT_EQ(use.threads, 0);
  EXPECT_EQ(use.descriptors, 0);
}

TEST(BoundedBy, IsNamedByTheEnvironment) {
  {
    const BoundsAtMost most("cgroup_v1");
    EXPECT_EQ(bounded_at_most(), BoundedBy::cgroup_v1);
  }
  EXPECT_EQ(bounded_at_most(), BoundedBy::cgroup_v2);
  EXPECT_STREQ(name_of(BoundedBy::polling), "polling");
}

TEST(MachineMemory, IsThatOfThisMachine) {
  EXPECT_GT(machine_memory_mib(), 64);
  EXPECT_LE(machine_memory_mib() * kMib, ::sysconf(_SC_PHYS_PAGES) * ::sysconf(_SC_PAGESIZE));
}

/// Programs behind bubblewrap, bounded in the way of the test's parameter.
class JointBoundsTest : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    try {
      sandbox_ = Sandbox::open(SandboxLevel::bwrap);
    } catch (const WeakSandbox& weak) {
      GTEST_SKIP() << weak.what();
    }
    if (!sandbox_->bounds_text().starts_with(GetParam())) {
      GTEST_SKIP() << "this machine bounds by " << sandbox_->bounds_text();
    }
    reaper_.adopt_orphans();
  }

  ConfinedRun run(const std::string& script) {
    ConfinedRun result;
    world_.run(run_into(result, {"sh", "-c", script}));
    return result;
  }
  Task<> run_into(ConfinedRun& result, std::vector<std::string> argv) {
    result = co_await run_confined(world_.tasks(), reaper_, sandbox_, std::move(argv), confinement_, kLong);
  }

  const BoundsAtMost at_most_{GetParam()};
  test_support::World world_;
  Reaper reaper_{world_.tasks()};
  std::shared_ptr<const Sandbox> sandbox_;
  Confinement confinement_;
};

INSTANTIATE_TEST_SUITE_P(Ways, JointBoundsTest, testing::Values("polling", "cgroup_v1", "cgroup_v2"),
                         [](const auto& way) { return std::string(way.param); });

/// tail keeps the last lines, and here is only one.
constexpr const char* kSixChildren =
    "for i in 1 2 3 4 5 6; do (head -c 52428800 /dev/zero; exec sleep 1000) | tail & done; wait; echo over";

TEST_P(JointBoundsTest, SixChildrenThatTakeTooMuchTogetherAreKilled) {
  confinement_.memory_mib = 200;
  const ConfinedRun six = run(kSixChildren);
  EXPECT_FALSE(six.succeeded);
  EXPECT_FALSE(six.timed_out);
  EXPECT_THAT(six.output, HasSubstr("killed: its processes took more than 200 MiB together\n"));
  EXPECT_THAT(six.output, Not(HasSubstr("over")));
}

TEST_P(JointBoundsTest, MemoryOfFilesIsBoundedByTheKernel) {
  confinement_.memory_mib = 200;
  confinement_.scratch_mib = 400;
  const ConfinedRun writer = run("head -c 314572800 /dev/zero > /tmp/file; echo over");
  if (std::strcmp(GetParam(), "polling") == 0) {
    EXPECT_EQ(writer.output, "over\n") << "SANDBOX.md says so";
  } else {
    EXPECT_THAT(writer.output, HasSubstr("killed: its processes took more than 200 MiB together\n"));
  }
}

TEST_P(JointBoundsTest, ProcessesThatOpenTooManyFilesTogetherAreKilled) {
  confinement_.descriptors = 80;
  const ConfinedRun many = run(
      "for i in 1 2 3 4 5 6 7 8 9 10; do sh -c 'for n in 0 1 2 3 4 5 6 7 8 9; do eval \"exec $n>/dev/null\"; "
      "done; exec sleep 1000' & done; wait; echo over");
  EXPECT_THAT(many.output, HasSubstr("killed: its processes opened more than 80 files together\n"));
}

TEST_P(JointBoundsTest, OneProcessTooManyIsNotStarted) {
  confinement_.processes = 10;
  const ConfinedRun bomb = run("while :; do sleep 1000 & done");
  EXPECT_THAT(bomb.output, HasSubstr("fork"));
  EXPECT_FALSE(bomb.timed_out);
}

TEST_P(JointBoundsTest, EmptyFilesAreBounded) {
  confinement_.scratch_mib = 1;
  const ConfinedRun full =
      run("n=0; for folder in /tmp /dev/shm; do while [ $n -lt 5000 ] && true 2>/dev/null > $folder/$n; do "
          "n=$((n + 1)); done; done; echo $n");
  int files = 0;
  std::from_chars(full.output.data(), full.output.data() + full.output.size(), files);
  EXPECT_GT(files, 200) << full.output;
  EXPECT_LE(files, 256) << "a file for each 4 KiB, /tmp and /dev/shm together: " << full.output;
}

/// A JVM does so on a machine of 64 GiB: it reserves 1/64 of that when it starts.
TEST_P(JointBoundsTest, MemoryThatIsReservedAndNotUsedDoesNotCount) {
  confinement_.memory_mib = 200;
  const ConfinedRun reserver =
      run("exec python3 -c 'import mmap; mmap.mmap(-1, 600 << 20, flags=mmap.MAP_PRIVATE); print(\"over\")'");
  EXPECT_EQ(reserver.output, "over\n");
}

TEST_P(JointBoundsTest, TheKernelStopsWhatWouldFillTheMachineBetweenTwoLooks) {
  confinement_.memory_mib = 200;
  const ConfinedRun asked = run("ulimit -d");
  EXPECT_EQ(asked.output, std::strcmp(GetParam(), "polling") == 0 ? "819200\n" : "unlimited\n");
}

TEST_P(JointBoundsTest, WhoTakesLessIsNotKilled) {
  confinement_.memory_mib = 200;
  const ConfinedRun small =
      run("for i in 1 2 3; do head -c 20971520 /dev/zero | tail > /dev/null & done; wait; echo over");
  EXPECT_EQ(small.output, "over\n");
  EXPECT_TRUE(small.succeeded) << small.status;
}

}  // namespace
}  // namespace referee
