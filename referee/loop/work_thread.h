#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include "referee/base/threads.h"
#include "referee/base/units.h"
#include "referee/loop/event.h"
#include "referee/loop/tasks.h"
#include "referee/loop/timer.h"

namespace referee {

/// Calls that take long, one after the other on a thread of their own, so that they stall no clock; where
/// time is simulated, on the loop's own: see Clock::time_of_work(). Made, used and destroyed on the loop's
/// thread.
class WorkThread {
 public:
  /// `what`: the thread, for messages: "the thread that writes the store". Throws std::system_error if the
  /// system gives no thread.
  WorkThread(Tasks& tasks, const std::string& what, ThreadPriority priority = ThreadPriority::usual);
  /// Calls stop(). REQUIRES: no coroutine waits for a call that has not begun.
  ~WorkThread();
  WorkThread(const WorkThread&) = delete;
  WorkThread& operator=(const WorkThread&) = delete;

  /// Returns what `call` returns on the other thread, or throws what it throws. It is queued by the call,
  /// even before the task is awaited; who awaits it keeps the loop running.
  template <class Result>
  Task<Result> run(std::function<Result()> call) {
    const auto work = std::make_shared<std::packaged_task<Result()>>(std::move(call));
    auto done = std::make_shared<Event>(io_);
    add({[work] { (*work)(); }, done});
    return result_of(work->get_future(), std::move(done));
  }
  /// Nobody waits for `call`; what it throws is logged.
  void post(std::function<void()> call) { post_at(TimePoint::min(), std::move(call)); }
  /// Posts a call that begins at `due` or later, and calls that follow it wait, too. It is dropped if the
  /// thread is to end before. May also be called by a call on the thread.
  void post_at(TimePoint due, std::function<void()> call) { add({std::move(call), nullptr, due}); }

  /// Waits until all calls that are due are done, and ends the thread. Calls that follow are dropped.
  void finish();
  /// Waits for the call that runs, drops those that have not begun, and ends the thread. Calls that follow
  /// are dropped.
  void stop();

 private:
  struct Call {
    std::function<void()> call;
    std::shared_ptr<Event> done;  // nullptr: no coroutine waits for it
    TimePoint due = TimePoint::min();
  };

  template <class Result>
  static Task<Result> result_of(std::future<Result> result, std::shared_ptr<Event> done) {
    co_await done->wait();
    co_return result.get();
  }
  void add(Call call);
  void work();
  TimePoint now() const { return next_.clock().now(); }
  /// Makes the first call of the queue, or drops it if it is not due; false: there was none.
  bool make_next(std::unique_lock<std::mutex>& lock);
  void expect_next_in_simulation();

  boost::asio::io_context& io_;
  Timer next_;  // of the next call where time is simulated
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Call> queue_;  // guarded by mutex_
  bool ending_ = false;     // guarded by mutex_
  bool simulated_ = false;
  std::thread thread_;  // the last member, because it uses all others
};

}  // namespace referee
