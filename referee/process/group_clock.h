#pragma once

#include <sys/types.h>

#include <optional>

#include "referee/base/file_descriptor.h"
#include "referee/process/cpu_meter.h"
#include "referee/process/process_clock.h"

namespace referee {

/// Processor time of a cgroup: all that has ever run in it, however it was started and whether it still runs.
/// The kernel counts what runs at its ticks, up to 4 ms late; the process that is followed is exact.
class GroupClock final : public CpuMeter {
 public:
  static constexpr const char* kSource = "cgroup";

  /// `cpu_stat`: the cgroup's open cpu.stat.
  explicit GroupClock(FileDescriptor cpu_stat) : cpu_stat_(std::move(cpu_stat)) {}
  /// Follows `pid`, which is in the group. No effect if it is gone.
  void follow(pid_t pid);
  /// Follows the oldest child of `parent`, as soon as it has one.
  void follow_child_of(pid_t parent) { parent_ = parent; }

  const char* source() const override { return kSource; }
  Microseconds used() override;

 private:
  Microseconds of_group() const;
  Microseconds of_followed();

  FileDescriptor cpu_stat_;
  pid_t parent_ = 0;
  std::optional<BareClock> followed_;
  Microseconds latest_{0};
};

}  // namespace referee
