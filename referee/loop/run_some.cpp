#include "referee/loop/run_some.h"

#include <exception>
#include <utility>

#include "referee/loop/event.h"

namespace referee {
namespace {

/// What the tasks of one run_some() share.
struct Pool {
  NextWork next;
  std::function<void()> failed;
  Event all_done;
  std::size_t working = 0;
  std::exception_ptr failure = nullptr;
};

Task<> work(Pool& pool) {
  while (!pool.failure) {
    try {
      std::optional<Task<>> piece = pool.next();
      if (!piece) {
        break;
      }
      co_await *std::move(piece);
    } catch (const std::exception&) {
      if (!pool.failure) {
        pool.failure = std::current_exception();
        pool.failed();
      }
    }
  }
  if (--pool.working == 0) {
    pool.all_done.set();
  }
}

}  // namespace

Task<> run_some(Tasks& tasks, std::string name, std::size_t jobs, NextWork next,
                std::function<void()> failed) {
  Pool pool{std::move(next), std::move(failed), Event(tasks.io()), jobs};
  for (std::size_t i = 0; i < jobs; ++i) {
    tasks.start(name, work(pool));
  }
  co_await pool.all_done.wait();
  if (pool.failure) {
    std::rethrow_exception(pool.failure);
  }
}

}  // namespace referee
