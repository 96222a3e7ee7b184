// What a sandbox costs: the time from the start of a program that does nothing to its end, at each level that
// works here, over the floor of a bare posix_spawn in the same run. Usage: start_bench [ROUNDS]
#include <fcntl.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "referee/launch/spawn.h"
#include "referee/sandbox/probe.h"
#include "referee/sandbox/sandbox.h"

namespace {

using namespace referee;

constexpr const char* kNothing = "/usr/bin/true";

double milliseconds_of(const std::function<void()>& work) {
  const auto begun = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begun).count();
}

void run_bare() {
  const FileDescriptor null(::open("/dev/null", O_RDWR | O_CLOEXEC));
  const pid_t pid = spawn({kNothing}, {{null.get(), null.get(), null.get()}, false, {}});
  ::waitpid(pid, nullptr, 0);
}

void run_confined(const Sandbox& sandbox) {
  if (const std::string why = probe(*sandbox.cell({kNothing}, {})); !why.empty()) {
    throw std::runtime_error("the bench's program did not run: " + why);
  }
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

void print(const char* label, const std::vector<double>& times, double floor) {
  std::printf("start at %-6s min %6.2f ms  median %6.2f ms  %4.1f times the floor\n", label,
              std::ranges::min(times), median(times), median(times) / floor);
}

void bench(SandboxLevel level, int rounds) {
  ::setenv("REFEREE_SANDBOX_AT_MOST", name_of(level), 1);
  std::vector<double> bare;
  std::vector<double> confined;
  try {
    const auto sandbox = Sandbox::open(level);
    for (int round = 0; round < rounds; ++round) {
      bare.push_back(milliseconds_of(run_bare));
      confined.push_back(milliseconds_of([&] { run_confined(*sandbox); }));
    }
  } catch (const WeakSandbox& weak) {
    std::printf("start at %-6s not here: %s\n", name_of(level), weak.what());
    return;
  }
  print("none", bare, median(bare));
  print(name_of(level), confined, median(bare));
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 100;
  for (const SandboxLevel level : {SandboxLevel::basic, SandboxLevel::bwrap, SandboxLevel::full}) {
    bench(level, rounds);
  }
}
