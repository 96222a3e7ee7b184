#include "referee/process/run_delay.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <filesystem>

#include "referee/process/cpus.h"

namespace referee {
namespace {

/// A process that computes on that processor until it is killed.
pid_t computing_on(int cpu) {
  const pid_t pid = ::fork();
  if (pid == 0) {
    cpu_set_t only;
    CPU_ZERO(&only);
    CPU_SET(cpu, &only);
    ::sched_setaffinity(0, sizeof(only), &only);
    for (std::atomic<unsigned> spin = 0;; ++spin) {
    }
  }
  return pid;
}

void end(pid_t pid) {
  ::kill(pid, SIGKILL);
  ::waitpid(pid, nullptr, 0);
}

TEST(RunDelay, IsTheTimeForWhichOthersHadTheProcessor) {
  if (!std::filesystem::exists("/proc/self/schedstat")) {
    GTEST_SKIP() << "this kernel does not say";
  }
  const int cpu = static_cast<int>(process_cpus().front());
  const pid_t one = computing_on(cpu);
  const pid_t other = computing_on(cpu);
  Microseconds before{0};
  while (before < Milliseconds(20)) {  // two on one processor: it grows
    before = run_delay_of({one});
  }
  EXPECT_GE(run_delay_of({one, other}), before);
  end(other);
  end(one);
  EXPECT_EQ(run_delay_of({one, other}).count(), 0) << "they have ended";
}

}  // namespace
}  // namespace referee
