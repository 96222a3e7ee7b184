#pragma once

#include <sched.h>

#include <optional>
#include <string>
#include <vector>

namespace referee {

/// CPUs by the kernel's numbers, in ascending order.
using Cpus = std::vector<int>;

/// The CPUs that this process was given, as the first call finds them. Threads that are pinned later change
/// nothing.
const Cpus& process_cpus();
/// CPUs as text in the kernel's form: "0-3,7".
std::string text_of(const Cpus& cpus);

/// Where the referee and the bots run, so that no launched bot takes the CPU on which its time is read.
struct CpuSplit {
  int referee = 0;
  Cpus bots;
};
/// The first of `usable` is the referee's: most interrupts are handled there, and then disturb no bot.
/// Nothing with two CPUs or fewer: bots would have to share one.
std::optional<CpuSplit> split_cpus(const Cpus& usable);
/// The CPU on which the calling thread runs at this moment, one of process_cpus().
int present_cpu();

/// A set of CPUs as the kernel takes it, laid out beforehand: for a process that must not allocate.
class CpuMask {
 public:
  explicit CpuMask(const Cpus& cpus);
  /// Pins the calling thread, and all that it starts, to these CPUs. False if the system refuses it.
  bool take() const;
  /// Pins a thread of any process, by its number; 0: the calling one. Returns as take().
  bool give(pid_t thread) const;

 private:
  std::vector<cpu_set_t> sets_;
};

/// While it lives the thread that made it runs on one CPU only, afterwards on all of process_cpus().
class PinnedThread {
 public:
  explicit PinnedThread(int cpu);
  ~PinnedThread();
  PinnedThread(const PinnedThread&) = delete;
  PinnedThread& operator=(const PinnedThread&) = delete;

  int cpu() const { return cpu_; }

 private:
  int cpu_;
  CpuMask before_;
};

}  // namespace referee
