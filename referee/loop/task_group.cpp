#include "referee/loop/task_group.h"

#include <utility>

namespace referee {

void TaskGroup::start(std::string name, Task<> task) {
  ++running_;
  tasks_.start(std::move(name), counted(std::move(task)));
}

Task<> TaskGroup::counted(Task<> task) {
  std::exception_ptr failure;
  try {
    co_await std::move(task);
  } catch (...) {
    failure = std::current_exception();
  }
  if (failure && failed_) {
    try {
      failed_(std::exchange(failure, nullptr));
    } catch (...) {
      failure = std::current_exception();
    }
  }
  --running_;
  changed_.notify();
  if (failure) {
    std::rethrow_exception(failure);
  }
}

Task<> TaskGroup::all_over() {
  while (running_ > 0) {
    co_await changed_.changed();
  }
}

}  // namespace referee
