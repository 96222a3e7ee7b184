#include "referee/process/cpus.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <string>

#include "referee/process/spawn.h"
#include "tests/support/temp_folder.h"

namespace referee {
namespace {

/// The CPUs that a process may use, from its /proc/PID/status.
std::string allowed_in(const std::string& status) {
  const std::string key = "Cpus_allowed_list:\t";
  const std::size_t at = status.find(key) + key.size();
  return status.substr(at, status.find('\n', at) - at);
}

std::string allowed_here() {
  std::ifstream file("/proc/thread-self/status");
  return allowed_in({std::istreambuf_iterator<char>(file), {}});
}

/// The CPUs that a new process may use.
std::string allowed_in_a_process(const Cpus& cpus) {
  const test_support::TempFolder folder;
  Spawn how{{STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}};
  how.folder = folder.path();
  how.cpus = cpus;
  const Spawned process = spawn({"/bin/sh", "-c", "cat /proc/self/status > status"}, how);
  int status = 0;
  ::waitpid(process.pid, &status, 0);
  return allowed_in(test_support::read_file(folder / "status"));
}

TEST(SplitCpus, RefereeHasOneAndBotsTheOthers) {
  const auto split = split_cpus({0, 1, 2, 3});
  ASSERT_TRUE(split);
  EXPECT_EQ(split->referee, 0);
  EXPECT_EQ(split->bots, Cpus({1, 2, 3}));
}

TEST(SplitCpus, OnlyThoseThatMayBeUsedCount) {
  const auto split = split_cpus({3, 5, 64});
  ASSERT_TRUE(split);
  EXPECT_EQ(split->referee, 3);
  EXPECT_EQ(split->bots, Cpus({5, 64}));
}

TEST(SplitCpus, WithTwoOrFewerEverybodyRunsEverywhere) {
  EXPECT_FALSE(split_cpus({}));
  EXPECT_FALSE(split_cpus({4}));
  EXPECT_FALSE(split_cpus({0, 1}));
}

TEST(Cpus, AreWrittenAsTheKernelDoes) {
  EXPECT_EQ(text_of({}), "");
  EXPECT_EQ(text_of({7}), "7");
  EXPECT_EQ(text_of({0, 1, 2, 3, 7, 9, 10}), "0-3,7,9-10");
  EXPECT_EQ(text_of(process_cpus()), allowed_here());
}

TEST(Cpus, ProcessStartsOnThoseThatItIsGiven) {
  const Cpus last = {process_cpus().back()};
  EXPECT_EQ(allowed_in_a_process(last), text_of(last));
}

TEST(Cpus, PinnedThreadStaysWhereItIsAndItsProcessesDoNot) {
  const std::string all = allowed_here();
  const int first = process_cpus().front();
  {
    const PinnedThread pinned(first);
    EXPECT_EQ(allowed_here(), text_of({first}));
    EXPECT_EQ(::sched_getcpu(), first);
    EXPECT_EQ(allowed_in_a_process({}), all);
  }
  EXPECT_EQ(allowed_here(), all);
}

}  // namespace
}  // namespace referee
