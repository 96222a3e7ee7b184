#pragma once

#include <sched.h>

#include <optional>
#include <string>
#include <vector>

namespace referee {

/// CPUs by the kernel's numbers, in ascending order.
using Cpus = std::vector<int>;

/// Those that this process was given: what it finds when it asks first. What single threads are pinned to
/// later does not matter.
const Cpus& process_cpus();
/// As the kernel writes them: "0-3,7".
std::string text_of(const Cpus& cpus);

/// Who runs where, so that no launched bot takes the CPU on which its time is read.
struct CpuSplit {
  int referee = 0;
  Cpus bots;
};
/// The first of `usable` is the referee's: interrupts often come there, and disturb no bot then. Nothing with
/// two CPUs or fewer: bots would have to share one.
std::optional<CpuSplit> split_cpus(const Cpus& usable);

/// A set of CPUs as the kernel takes it, laid out beforehand: for a process that must not allocate.
class CpuMask {
 public:
  explicit CpuMask(const Cpus& cpus);
  /// The calling thread, and what it starts, runs there and nowhere else. False if it may not.
  bool take() const;

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

 private:
  CpuMask before_;
};

}  // namespace referee
