#pragma once

#include "referee/launch/cpu_meter.h"
#include "referee/net/file_descriptor.h"

namespace referee {

/// Processor time of a cgroup: all that has ever run in it, however it was started and whether it still runs.
class GroupClock final : public CpuMeter {
 public:
  static constexpr const char* kSource = "cgroup";

  /// `cpu_stat`: the cgroup's open cpu.stat.
  explicit GroupClock(FileDescriptor cpu_stat) : cpu_stat_(std::move(cpu_stat)) {}

  const char* source() const override { return kSource; }
  Microseconds used() override;

 private:
  FileDescriptor cpu_stat_;
  Microseconds latest_{0};
};

}  // namespace referee
