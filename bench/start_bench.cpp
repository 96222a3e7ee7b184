// The costs of a launch and of a sandbox: the time from start to end of a program that does nothing, without
// a sandbox and at each level that works here, over the floor of a bare posix_spawn in the same run. Behind
// bubblewrap also its processor time, and both over plain bubblewrap with all namespaces.
// Usage: start_bench [ROUNDS [LEVEL]]   LEVEL: measures this level of the sandbox only
#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
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
constexpr const char* kOverPlain = "<= 1.50";

/// What starts took, in milliseconds each.
struct Taken {
  std::vector<double> time;
  std::vector<double> processor;  ///< of this process and of all that has ended

  void add(const std::function<void()>& work);
};

double processor_time() {
  double sum = 0;
  for (const auto who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage use{};
    ::getrusage(who, &use);
    for (const timeval& part : {use.ru_utime, use.ru_stime}) {
      sum += static_cast<double>(part.tv_sec) * 1e3 + static_cast<double>(part.tv_usec) / 1e3;
    }
  }
  return sum;
}

void Taken::add(const std::function<void()>& work) {
  const double before = processor_time();
  const auto begun = std::chrono::steady_clock::now();
  work();
  time.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begun).count());
  processor.push_back(processor_time() - before);
}

/// Until all that `words` has started has ended, too.
void run(const std::vector<std::string>& words) {
  pid_t pid = 0;
  if (::posix_spawn(&pid, words.front().c_str(), nullptr, nullptr, exec_words(words).data(), environ) != 0) {
    throw std::runtime_error("the bench's program cannot be started");
  }
  while (::waitpid(-1, nullptr, 0) > 0) {
  }
}

void run_bare() { run({kNothing}); }

/// With the namespaces that a bot has, and a system to see. REQUIRES: bubblewrap works here.
void run_plain_bubblewrap() {
  run({"/usr/bin/bwrap",
       "--unshare-all",
       "--unshare-user",
       "--disable-userns",
       "--die-with-parent",
       "--new-session",
       "--proc",
       "/proc",
       "--dev",
       "/dev",
       "--tmpfs",
       "/tmp",
       "--ro-bind",
       "/usr",
       "/usr",
       "--symlink",
       "usr/bin",
       "/bin",
       "--symlink",
       "usr/lib",
       "/lib",
       "--symlink",
       "usr/lib64",
       "/lib64",
       kNothing});
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

void print(const std::string& what, const std::vector<double>& floors, const std::vector<double>& times,
           const char* asked = "-") {
  const double floor = bench::median(floors);
  const double time = bench::median(times);
  bench::print({what, bench::quantity(floor, 2, "ms"), bench::quantity(time, 2, "ms"), time / floor, asked});
}

void measure_unconfined(const char* what, ControlGroups* groups, int rounds) {
  Taken bare;
  Taken launched;
  for (int round = 0; round < rounds; ++round) {
    bare.add(run_bare);
    launched.add([&] { run_unconfined(groups); });
  }
  print(what, bare.time, launched.time);
}

void measure(SandboxLevel level, int rounds) {
  const std::string what = std::string("a program's start and end, sandbox ") + name_of(level);
  ::setenv("REFEREE_SANDBOX_AT_MOST", name_of(level), 1);
  Taken bare;
  Taken plain;
  Taken confined;
  try {
    const auto sandbox = Sandbox::open(level);
    for (int round = 0; round < rounds; ++round) {
      bare.add(run_bare);
      if (level != SandboxLevel::basic) {
        plain.add(run_plain_bubblewrap);
      }
      confined.add([&] { run_confined(*sandbox); });
    }
  } catch (const WeakSandbox& weak) {
    bench::print_skipped(what, weak.what());
    return;
  }
  print(what, bare.time, confined.time);
  if (level != SandboxLevel::basic) {
    print(what + ", over plain bubblewrap", plain.time, confined.time, kOverPlain);
    print(what + ", processor time over plain bubblewrap", plain.processor, confined.processor);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 100;
  if (const auto only = sandbox_level(argc > 2 ? argv[2] : "")) {
    measure(*only, rounds);
    return 0;
  }
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
