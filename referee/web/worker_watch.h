#pragma once

#include <memory>
#include <mutex>

#include "referee/base/units.h"
#include "referee/loop/clock.h"
#include "referee/loop/work_thread.h"
#include "referee/store/job_watch.h"
#include "referee/web/worker_metrics.h"

namespace referee::web {

/// Reads once a second what waits for workers and who works, on a thread of its own with a connection of its
/// own: a database that has gone silent stops neither pages nor figures, and readers cost it nothing.
class WorkerWatch {
 public:
  /// What was read, and when.
  struct Seen {
    JobOverview overview;
    TimePoint at;
  };
  /// The next reading begins so long after the last one, or kRest times as long as that one has taken.
  static constexpr Milliseconds kPause{1000};
  static constexpr int kRest = 10;

  /// Reads for the first time. `jobs`: those of the store. `metrics` outlives it. Throws StoreError.
  WorkerWatch(Tasks& tasks, std::unique_ptr<JobWatch> jobs, Metrics& metrics);

  /// Begins to read by itself.
  void start();
  /// From any thread: what was read last. While the store cannot be read it stays as it was.
  std::shared_ptr<const Seen> seen() const;
  /// Ends the thread; waits for a query that is on its way.
  void stop() { thread_.stop(); }

 private:
  void work();
  void read();
  void try_to_read();

  const Clock& clock_;
  std::unique_ptr<JobWatch> jobs_;  // used by the thread alone once it has started
  WorkerMetrics metrics_;
  bool failing_ = false;  // used by the thread alone once it has started
  mutable std::mutex mutex_;
  std::shared_ptr<const Seen> seen_;  // guarded by mutex_
  WorkThread thread_;                 // the last member, because its call uses all others
};

}  // namespace referee::web
