#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "referee/base/kernel_time.h"
#include "referee/base/units.h"
#include "referee/process/cpu_meter.h"
#include "referee/process/inside/process_counts.h"

namespace referee {

/// Processor time of a process and all that descend from it, exact also of those that have ended: the
/// supervisor has looked at the clock of each that ended by itself (ProcessCounts).
///
/// It did not look at one that a signal has ended. Its parent has waited for it, which the kernel counts in
/// ticks of 10 ms: up to 20 ms of each process that may have waited for another are missing there, and are
/// added. Had somebody set what happens at SIGCHLD, then the kernel may have added its time to nobody's: the
/// interval between two readings in which it has gone is charged as if all CPUs had worked for the bot.
class CountedClock final : public CpuMeter {
 public:
  /// `root`, the supervisor, does not end before its descendants. `ours`: processes of bubblewrap between it
  /// and the bot; the root and they wait for those processes of the bot whose parents have ended.
  CountedClock(pid_t root, std::shared_ptr<const ProcessCounts> counts, std::vector<pid_t> ours = {});

  const char* source() const override { return account() ? TreeClock::kSource : TreeClock::kAtTicks; }
  Microseconds used() override;

 private:
  struct Reading {
    ProcessCounts::Look before;
    ProcessCounts::Look after;
    Nanoseconds running{0};  // of the processes that have not ended by themselves
    std::int64_t alive = 0;  // their number, the root excepted

    bool is_of_one_moment() const;
  };
  Reading read(bool may_run);
  bool account() const;
  void find_processes();
  bool add_up(Reading& reading);
  void charge_for_lost(const Reading& reading, Microseconds known);
  std::int64_t those_who_waited(const Reading& reading);

  pid_t root_;
  std::shared_ptr<const ProcessCounts> counts_;
  const std::vector<pid_t> ours_;
  TreeClock waited_for_;
  std::map<pid_t, BareClock> processes_;
  ProcessCounts::Look found_at_;  // when `processes_` were found
  TimePoint at_ = kernel_now();   // when the latest reading began
  std::int64_t gone_unseen_ = 0;  // processes, at least, at the latest reading
  bool any_unseen_ = false;
  bool orphans_ = false;    // a process of the bot may have been waited for by another than its maker
  Microseconds unseen_{0};  // what they may have used, at most
  Microseconds latest_{0};
};

/// Processor time where the kernel does not tell of processes that end: what TreeClock counts or, between two
/// readings, the wall time that has passed, whichever is more.
class TreeOrWallClock final : public CpuMeter {
 public:
  static constexpr const char* kSource = "process_clocks_or_wall";

  explicit TreeOrWallClock(pid_t root) : tree_(root) {}

  const char* source() const override { return kSource; }
  Microseconds used() override;

 private:
  TreeClock tree_;
  Microseconds of_tree_{0};
  TimePoint at_ = kernel_now();
  Microseconds latest_{0};
};

}  // namespace referee
