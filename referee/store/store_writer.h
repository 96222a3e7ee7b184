#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
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
  /// Writes what is queued, then ends the thread.
  ~StoreWriter();

  /// Returns once `writes` are on the disk: all of them, in one commit. Throws the StoreError that prevented
  /// it; after one, every later write fails with it, too: the order of what is in the store would not be the
  /// order of what happened.
  Task<> write(std::vector<StoreWrite> writes);
  /// The same without waiting; failures reach the next write() and `on_failure`.
  void post(std::vector<StoreWrite> writes);
  /// Called once on the loop's thread when a write has failed.
  void on_failure(std::function<void(std::exception_ptr)> call);
  /// The record of an attempt, read on the writer's thread after all that was queued before.
  Task<std::string> record(std::string match, int attempt);
};

}  // namespace referee
