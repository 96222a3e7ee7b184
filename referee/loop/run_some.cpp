#include "referee/loop/run_some.h"

#include <exception>
#include <utility>

#include "referee/loop/task_group.h"

namespace referee {
namespace {

/// What the tasks of one run_some() share.
struct Pool {
  NextWork next;
  std::function<void()> failed;
  std::exception_ptr failure = nullptr;
};

Task<> work(Pool& pool) {
  while (!pool.failure) {
    std::optional<Task<>> piece = pool.next();
    if (!piece) {
      break;
    }
    co_await *std::move(piece);
  }
}

}  // namespace

Task<> run_some(Tasks& tasks, std::string name, std::size_t jobs, NextWork next,
                std::function<void()> failed) {
  Pool pool{std::move(next), std::move(failed)};
  TaskGroup group(tasks, [&pool](const std::exception_ptr& failure) {
    if (!pool.failure) {
      pool.failure = failure;
      pool.failed();
    }
  });
  for (std::size_t i = 0; i < jobs; ++i) {
    group.start(name, work(pool));
  }
  co_await group.all_over();
  if (pool.failure) {
    std::rethrow_exception(pool.failure);
  }
}

}  // namespace referee
