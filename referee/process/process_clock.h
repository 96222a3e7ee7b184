#pragma once

#include <sys/types.h>

#include <ctime>
#include <optional>

#include "referee/base/file_descriptor.h"
#include "referee/process/cpu_meter.h"

namespace referee {

/// The processor time of one process, all its threads, exact also while they run; no children.
class BareClock {
 public:
  /// Throws std::system_error if `pid` is not a process.
  explicit BareClock(pid_t pid);
  /// Nothing once the process is gone.
  std::optional<Nanoseconds> read() const;

 private:
  clockid_t clock_{};
};

/// Processor time of a running process: all its threads exactly, by its processor-time clock, and the
/// children that it has waited for, in the kernel's ticks of 10 ms. Children still running are not seen.
class ProcessClock final : public CpuMeter {
 public:
  static constexpr const char* kSource = "process_clock";
  /// Whether it can have any: who cannot need not be asked, which takes most of the time of a reading.
  enum class Children { some, none };

  /// Throws std::system_error if `pid` is not a process.
  explicit ProcessClock(pid_t pid, Children children = Children::some);

  const char* source() const override { return kSource; }
  Microseconds used() override;

 private:
  Microseconds children() const;

  BareClock own_;
  FileDescriptor stat_;  // /proc/PID/stat, kept open: opening it costs more than reading it
  Microseconds latest_{0};
};

}  // namespace referee
