// What a sandbox costs: the time from the start of a program that does nothing to its end, at each level that
// works here, over the floor of a bare posix_spawn in the same run. Usage: start_bench [ROUNDS]
#include <fcntl.h>
#include <sys/wait.h>

#include <chrono>
#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "referee/launch/spawn.h"
#include "referee/sandbox/probe.h"
#include "referee/sandbox/sandbox.h"
#include "tests/bench/figures.h"

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

void measure(SandboxLevel level, int rounds) {
  const std::string what = std::string("a program's start and end, sandbox ") + name_of(level);
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
    bench::print_skipped(what, weak.what());
    return;
  }
  const double floor = bench::median(bare);
  const double time = bench::median(confined);
  bench::print({what, bench::quantity(floor, 2, "ms"), bench::quantity(time, 2, "ms"), time / floor});
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 100;
  for (const SandboxLevel level : {SandboxLevel::basic, SandboxLevel::bwrap, SandboxLevel::full}) {
    measure(level, rounds);
  }
}
