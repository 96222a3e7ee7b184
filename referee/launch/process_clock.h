#pragma once

#include <sys/types.h>

#include <ctime>

#include "referee/launch/cpu_meter.h"

namespace referee {

/// Processor time of a running process: all its threads exactly, by its processor-time clock, and the
/// children that it has waited for, in the kernel's ticks of 10 ms. Children still running are not seen.
class ProcessClock final : public CpuMeter {
 public:
  static constexpr const char* kSource = "process_clock";

  /// Throws std::system_error if `pid` is not a process.
  explicit ProcessClock(pid_t pid);
  ~ProcessClock() override;

  const char* source() const override { return kSource; }
  Microseconds used() override;

 private:
  Microseconds children() const;

  clockid_t clock_{};
  int stat_ = -1;  // /proc/PID/stat, kept open: opening it costs more than reading it
  Microseconds latest_{0};
};

}  // namespace referee
