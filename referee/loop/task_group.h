#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <string>
#include <utility>

#include "referee/loop/event.h"
#include "referee/loop/tasks.h"

namespace referee {

/// Coroutines of one owner: counted until each is over, however it ends, so that nobody waits for one that
/// has failed.
class TaskGroup {
 public:
  /// Called on the loop's thread with what has left a coroutine of the group, before the coroutine counts as
  /// over.
  using Failed = std::function<void(const std::exception_ptr& failure)>;

  /// Without `failed` a failure is noted as by Tasks::start().
  explicit TaskGroup(Tasks& tasks, Failed failed = nullptr)
      : tasks_(tasks), failed_(std::move(failed)), changed_(tasks.io()) {}

  /// Starts a coroutine, as Tasks::start() does. This object outlives it, or the loop does not run any more.
  void start(std::string name, Task<> task);
  std::size_t running() const { return running_; }
  /// Returns when none runs.
  Task<> all_over();

 private:
  Task<> counted(Task<> task);

  Tasks& tasks_;
  const Failed failed_;
  std::size_t running_ = 0;
  Condition changed_;  // one is over
};

}  // namespace referee
