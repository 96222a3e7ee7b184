// The costs of a launch and of a sandbox: the time from start to end of a program that does nothing, without
// a sandbox and at each level that works here, over the floor of a bare posix_spawn in the same run.
// Usage: start_bench [ROUNDS]
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/figures.h"
#include "referee/base/file_descriptor.h"
#include "referee/process/control_group.h"
#include "referee/process/sandbox.h"
#include "referee/process/spawn.h"

namespace {

using namespace referee;

constexpr const char* kNothing = "/usr/bin/true";

double milliseconds_of(const std::function<void()>& work) {
  const auto begun = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begun).count();
}

void run_bare() {
  const std::vector<std::string> words = {kNothing};
  pid_t pid = 0;
  if (::posix_spawn(&pid, kNothing, nullptr, nullptr, exec_words(words).data(), environ) != 0) {
    throw std::runtime_error("the bench's program cannot be started");
  }
  ::waitpid(pid, nullptr, 0);
}

/// Like a bot without a sandbox: in its own cgroup if the machine allows one.
void run_unconfined(ControlGroups* groups) {
  const FileDescriptor null(::open("/dev/null", O_RDWR | O_CLOEXEC));
  std::unique_ptr<ControlGroup> group;
  FileDescriptor folder;
  if (groups != nullptr) {
    group = groups->make();
    folder = group->folder();
  }
  Spawn how{{null.get(), null.get(), null.get()}};
  how.group = folder.get();
  ::waitpid(spawn({kNothing}, how).pid, nullptr, 0);
}

void run_confined(const Sandbox& sandbox) {
  if (const std::string why = probe(*sandbox.instance({kNothing}, {})); !why.empty()) {
    throw std::runtime_error("the bench's program did not run: " + why);
  }
}

void print(const std::string& what, const std::vector<double>& bare, const std::vector<double>& times) {
  const double floor = bench::median(bare);
  const double time = bench::median(times);
  bench::print({what, bench::quantity(floor, 2, "ms"), bench::quantity(time, 2, "ms"), time / floor});
}

void measure_unconfined(const char* what, ControlGroups* groups, int rounds) {
  std::vector<double> bare;
  std::vector<double> launched;
  for (int round = 0; round < rounds; ++round) {
    bare.push_back(milliseconds_of(run_bare));
    launched.push_back(milliseconds_of([&] { run_unconfined(groups); }));
  }
  print(what, bare, launched);
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
  print(what, bare, confined);
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 100;
  constexpr const char* kInGroup = "a program's start and end, in a cgroup";
  measure_unconfined("a program's start and end", nullptr, rounds);
  std::string why;
  if (const auto groups = ControlGroups::open(why)) {
    measure_unconfined(kInGroup, groups.get(), rounds);
  } else {
    bench::print_skipped(kInGroup, why);
  }
  for (const SandboxLevel level : {SandboxLevel::basic, SandboxLevel::bwrap, SandboxLevel::full}) {
    measure(level, rounds);
  }
}
