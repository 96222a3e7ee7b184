#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "referee/net/tasks.h"
#include "referee/store/store.h"

namespace referee {

/// Writes to a store on a thread of its own, so that no fsync stalls a clock. What waits is written in one
/// commit. Made, used and destroyed on the loop's thread.
class StoreWriter {
 public:
  /// Owns the store from here on.
  StoreWriter(Tasks& tasks, std::unique_ptr<Store> store);
  /// Writes what is queued, then ends the thread. Whoever still waits for a write is told of it if the loop
  /// goes on; a failure that on_failure could not be told of is logged.
  ~StoreWriter();
  StoreWriter(const StoreWriter&) = delete;
  StoreWriter& operator=(const StoreWriter&) = delete;

  /// Returns once `writes` are on the disk: all of them, in one commit. Throws the StoreError that prevented
  /// it; after one, every later write fails with it, too: the order of what is in the store would not be the
  /// order of what happened. The order is that of the calls: they are queued even before the task is awaited.
  Task<> write(std::vector<StoreWrite> writes);
  /// The same without waiting; failures reach the next write() and `on_failure`.
  void post(std::vector<StoreWrite> writes);
  /// Returns once all that was posted before is on the disk; throws as write().
  Task<> flush() { return write({}); }
  /// Called once on the loop's thread when a write has failed.
  void on_failure(std::function<void(std::exception_ptr)> call);
  /// The record of an attempt, read on the writer's thread after all that was queued before. A StoreError of
  /// reading concerns nobody else.
  Task<std::string> record(std::string match, int attempt);

 private:
  struct Waiter;
  struct Job;
  struct Timer;

  static Task<> written(std::shared_ptr<Waiter> waiter);
  static Task<std::string> read(std::shared_ptr<Waiter> waiter);

  void queue(Job job);

  // On the writer's thread:
  void work();
  std::vector<Job> take();
  void commit(std::vector<Job>& jobs);
  void read_record(Job& job);
  void finish(std::vector<Job>& jobs);

  boost::asio::io_context& io_;
  std::unique_ptr<Store> store_;  // touched by the writer's thread only, as long as that runs
  std::exception_ptr failure_;    // likewise; released on the loop's thread, after those who were thrown it
  std::shared_ptr<Timer> timer_;  // touched by the loop's thread only
  std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<Job> queue_;  // guarded by mutex_
  bool ending_ = false;     // guarded by mutex_
  std::thread thread_;      // last: it uses all of them
};

}  // namespace referee
