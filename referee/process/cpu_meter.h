#pragma once

#include <sys/types.h>

#include <cstdint>
#include <ctime>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "referee/base/file_descriptor.h"
#include "referee/base/units.h"

namespace referee {

/// By what the processor time of a launched bot's processes is known, the weakest first.
enum class CpuBy : std::uint8_t { process_clocks_or_wall, process_clocks, cgroup };
/// REFEREE_CPU_BY_AT_MOST of the environment: to do here what a weaker machine does. Otherwise cgroup.
CpuBy cpu_by_at_most();
inline constexpr const char* kForbiddenCpuBy = "forbidden by REFEREE_CPU_BY_AT_MOST";

/// Processor time of a bot.
class CpuMeter {
 public:
  CpuMeter() = default;
  virtual ~CpuMeter() = default;
  CpuMeter(const CpuMeter&) = delete;
  CpuMeter& operator=(const CpuMeter&) = delete;

  /// How records name this source.
  virtual const char* source() const = 0;
  /// Used since the bot began; once it has ended, the latest known figure. Never decreases.
  virtual Microseconds used() = 0;
};

/// The processor time of one process, all its threads, exact also while they run; no children.
class BareClock {
 public:
  /// Throws std::system_error if `pid` is not a process.
  explicit BareClock(pid_t pid);
  /// The processor time of the process so far; nothing once it has ended.
  std::optional<Nanoseconds> read() const;

 private:
  clockid_t clock_{};
};

/// Processor time of a running process: all its threads exactly, by its processor-time clock, and the
/// children that it has waited for, in the kernel's ticks of 10 ms. Children still running are not seen.
class ProcessClock final : public CpuMeter {
 public:
  static constexpr const char* kSource = "process_clock";
  /// Whether it can have any. Asking the kernel for children takes most of the time of a reading.
  enum class Children { some, none };

  /// `parent` (0: none is known) tells what the process has used once it has been waited for, in ticks.
  /// Throws std::system_error if neither is a process.
  explicit ProcessClock(pid_t pid, Children children = Children::some, pid_t parent = 0);

  const char* source() const override { return kSource; }
  Microseconds used() override;

 private:
  std::optional<BareClock> own_;  // unless it had been waited for before this began
  // /proc/PID/stat, kept open: opening it costs more than reading it.
  FileDescriptor stat_;
  FileDescriptor stat_of_parent_;
  Microseconds latest_{0};
};

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
  Clocks clocks_;  // of the processes that ran at the latest reading
  Microseconds latest_{0};
};

/// Processor time of a cgroup: all that has ever run in it, however it was started and whether it still runs.
/// The kernel counts what runs at its ticks, up to 4 ms late; the process that is followed is exact.
class GroupClock final : public CpuMeter {
 public:
  static constexpr const char* kSource = "cgroup";

  /// `cpu_stat`: the cgroup's open cpu.stat.
  explicit GroupClock(FileDescriptor cpu_stat) : cpu_stat_(std::move(cpu_stat)) {}
  /// Follows `pid`, which is in the group. No effect if it has ended.
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
