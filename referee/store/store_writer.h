#pragma once

#include <chrono>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "referee/loop/clock.h"
#include "referee/loop/work_thread.h"
#include "referee/store/store.h"

namespace referee {

/// Writes to a store on a thread of its own, so that no fsync stalls a clock. All writes that are queued
/// meanwhile become one commit. Made, used and destroyed on the loop's thread.
class StoreWriter {
 public:
  /// Takes over the store.
  StoreWriter(Tasks& tasks, std::unique_ptr<Store> store);
  /// Writes what is queued, then ends the thread. A coroutine that still waits for a write resumes if the
  /// loop goes on; a failure that was not reported to on_failure is logged.
  ~StoreWriter();
  StoreWriter(const StoreWriter&) = delete;
  StoreWriter& operator=(const StoreWriter&) = delete;

  /// Returns once all of `writes` are on the disk, in one commit. Throws the StoreError that prevented it.
  /// After a failure every later write throws the same error: otherwise the store would lack an event before
  /// one that it has. Writes are queued by the call, in the order of the calls, even before the task is
  /// awaited.
  Task<> write(std::vector<StoreWrite> writes);
  /// Queues `writes`, which are written in one commit, and does not wait. A failure reaches the next write()
  /// and `on_failure`.
  void post(std::vector<StoreWrite> writes);
  /// Returns once all earlier writes are on the disk; throws as write().
  Task<> flush() { return write({}); }
  /// Called once on the loop's thread when a write has failed.
  void on_failure(std::function<void(std::exception_ptr)> call);
  /// What a commit was.
  struct Commit {
    bool only_turns = true;  ///< nothing but new turns of running matches, and signs of life
    std::chrono::duration<double> took{0};
  };
  /// From now on called on the writer's thread after each commit; it must return at once. Empty: no more.
  void on_commit(std::function<void(const Commit&)> call);
  /// The record of an attempt, read on the writer's thread after all earlier writes. A StoreError of reading
  /// does not affect later writes.
  Task<std::string> record(std::string match, int attempt);

 private:
  struct Batch;
  struct FailureReport;

  std::shared_ptr<Batch> add(std::vector<StoreWrite> writes, std::shared_ptr<Event> done);
  static Task<> wait(std::shared_ptr<Batch> batch, std::shared_ptr<Event> done);

  // On the writer's thread:
  void commit(Batch& batch);
  void apply(const std::vector<StoreWrite>& writes);
  void tell_commit(const Commit& commit);

  boost::asio::io_context& io_;
  const Clock& clock_;
  std::unique_ptr<Store> store_;  // used by the writer's thread only, as long as that runs
  std::exception_ptr failure_;  // used by the writer's thread only; released on the loop's thread, after the
                                // copies that were thrown
  std::shared_ptr<FailureReport> report_;  // used by the loop's thread only
  std::mutex mutex_;
  std::shared_ptr<Batch> newest_;                 // takes more writes; nullptr: none does. Guarded by mutex_
  std::function<void(const Commit&)> committed_;  // guarded by mutex_
  WorkThread thread_;                             // the last member, because its calls use all others
};

}  // namespace referee
