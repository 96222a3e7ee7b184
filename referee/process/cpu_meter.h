#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <ctime>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "referee/base/file_descriptor.h"
#include "referee/base/units.h"

namespace referee {

/// By what the processor time of a launched bot's processes is known, the weakest first.
enum class CpuBy : std::uint8_t { process_clocks_or_wall, process_clocks, cgroup };
/// REFEREE_CPU_BY_AT_MOST of the environment: to do here what a weaker machine does. Otherwise cgroup.
CpuBy cpu_by_at_most();
inline constexpr const char* kForbiddenCpuBy = "forbidden by REFEREE_CPU_BY_AT_MOST";

/// Processor time of a bot, up to the moment at which it is read: what runs then is accounted for first
/// (account_for).
class CpuMeter {
 public:
  CpuMeter() = default;
  virtual ~CpuMeter() = default;
  CpuMeter(const CpuMeter&) = delete;
  CpuMeter& operator=(const CpuMeter&) = delete;

  /// How records name this source. It ends with "_at_ticks" where the kernel refuses to account for what runs
  /// now.
  virtual const char* source() const = 0;
  /// Used since the bot began; once it has ended, the latest known figure. Never decreases.
  virtual Microseconds used() = 0;
  /// From now on the bot has only the CPU of the thread that calls used(), and so never runs during the call.
  /// `first`: a thread of the bot, which tells whether the bot has moved itself; 0: it may have other CPUs
  /// again.
  void share_cpu(pid_t first) { shares_cpu_ = first; }

 protected:
  /// Returns false if no thread of the bot can run at this moment.
  bool may_run() const;

 private:
  pid_t shares_cpu_ = 0;
};

/// The threads of a bot that are accounted for at a reading, at most. Any other one that runs is known by the
/// latest tick of its CPU.
inline constexpr std::size_t kMostThreads = 64;

/// The processor time of one process, all its threads; no children.
class BareClock {
 public:
  /// Throws std::system_error if `pid` is not a process.
  explicit BareClock(pid_t pid);
  /// The processor time of the process so far, as the kernel has accounted for it; nothing once it has ended.
  std::optional<Nanoseconds> read() const;
  /// Has the kernel account for its threads, kMostThreads at most. Returns false if the kernel refuses it.
  bool account() const;

 private:
  pid_t pid_;
  clockid_t clock_{};
  FileDescriptor threads_;  // their folder in /proc, open: its number of links tells how many there are
};

/// Processor time of a running process: all its threads, by its processor-time clock, and the
/// children that it has waited for, in the kernel's ticks of 10 ms. Children still running are not seen.
class ProcessClock final : public CpuMeter {
 public:
  static constexpr const char* kSource = "process_clock";
  static constexpr const char* kAtTicks = "process_clock_at_ticks";
  /// Whether it can have any. Asking the kernel for children takes most of the time of a reading.
  enum class Children { some, none };

  /// `parent` (0: none is known) tells what the process has used once it has been waited for, in ticks.
  /// Throws std::system_error if neither is a process.
  explicit ProcessClock(pid_t pid, Children children = Children::some, pid_t parent = 0);

  const char* source() const override { return accounts() ? kSource : kAtTicks; }
  Microseconds used() override;
  /// Returns false if the kernel refuses to account for what runs now.
  bool accounts() const { return !own_ || own_->account(); }

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
  static constexpr const char* kAtTicks = "process_clocks_at_ticks";

  /// `root` never ends before its descendants: the first process of a namespace.
  explicit TreeClock(pid_t root) : root_(root) {}

  const char* source() const override;
  Microseconds used() override;

 private:
  using Clocks = std::map<pid_t, std::shared_ptr<ProcessClock>>;
  void add(pid_t pid, Clocks& to) const;

  pid_t root_;
  Clocks clocks_;  // of the processes that ran at the latest reading
  Microseconds latest_{0};
};

/// Processor time of a cgroup: all that has ever run in it, however it was started and whether it still runs.
class GroupClock final : public CpuMeter {
 public:
  static constexpr const char* kSource = "cgroup";
  static constexpr const char* kAtTicks = "cgroup_at_ticks";

  /// `cpu_stat`, `threads`: the cgroup's cpu.stat and cgroup.threads, open. `ours`: processes of ours in the
  /// group, which wait all the time.
  explicit GroupClock(FileDescriptor cpu_stat, FileDescriptor threads = {}, std::vector<pid_t> ours = {})
      : cpu_stat_(std::move(cpu_stat)), threads_(std::move(threads)), ours_(std::move(ours)) {}

  const char* source() const override { return account() ? kSource : kAtTicks; }
  Microseconds used() override;

 private:
  bool account() const;
  Microseconds of_group() const;

  FileDescriptor cpu_stat_;
  FileDescriptor threads_;
  const std::vector<pid_t> ours_;
  Microseconds latest_{0};
};

}  // namespace referee
