#pragma once

#include <sys/types.h>

#include <map>
#include <memory>
#include <vector>

#include "referee/process/process_clock.h"

namespace referee {

/// Processor time of a process and all that descend from it now, each by its own clock, and of those that
/// they have waited for.
class TreeClock final : public CpuMeter {
 public:
  static constexpr const char* kSource = "process_clocks";

  /// `root` never ends before its descendants: the first process of a namespace.
  explicit TreeClock(pid_t root) : root_(root) {}

  const char* source() const override { return kSource; }
  Microseconds used() override;

 private:
  using Clocks = std::map<pid_t, std::shared_ptr<ProcessClock>>;
  void add(pid_t pid, Clocks& to);

  pid_t root_;
  Clocks clocks_;  // of those that were there the last time
  Microseconds latest_{0};
};

/// The processes that `pid` has started, or inherited, and that still run. Empty where the kernel does not
/// say (CONFIG_PROC_CHILDREN).
std::vector<pid_t> children_of(pid_t pid);

}  // namespace referee
