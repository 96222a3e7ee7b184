#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "referee/net/event.h"
#include "referee/net/tasks.h"

namespace referee {

/// Calls that take long, one after the other on a thread of their own, so that they stall no clock. Made,
/// used and destroyed on the loop's thread.
class WorkThread {
 public:
  /// `name`: of the thread, for messages.
  WorkThread(Tasks& tasks, const std::string& name);
  /// Waits for the call that runs; those that have not begun are dropped. REQUIRES: no coroutine waits.
  ~WorkThread();
  WorkThread(const WorkThread&) = delete;
  WorkThread& operator=(const WorkThread&) = delete;

  /// Waits until all calls are done, and ends the thread. REQUIRES: no more calls follow.
  void finish();

  /// Returns what `call` returns on the other thread, or throws what it throws. It is queued by the call,
  /// even before the task is awaited.
  template <class Result>
  Task<Result> run(std::function<Result()> call) {
    auto result = std::make_shared<Kept<Result>>();
    Task<> done = queue([call = std::move(call), result] { result->keep(call); });
    return result_of<Result>(std::move(done), std::move(result));
  }
  /// Nobody waits for `call`; what it throws is logged.
  void post(std::function<void()> call);

 private:
  struct Waiter;

  template <class Result>
  struct Kept {
    void keep(const std::function<Result()>& call) { value = call(); }
    Result take() { return std::move(*value); }
    std::optional<Result> value;
  };
  template <class Result>
  static Task<Result> result_of(Task<> done, std::shared_ptr<Kept<Result>> result) {
    co_await std::move(done);
    co_return result->take();
  }
  static Task<> wait(std::shared_ptr<Waiter> waiter);
  Task<> queue(std::function<void()> call);
  void add(std::function<void()> call, std::shared_ptr<Waiter> waiter);
  void end(bool drop);
  void work();

  boost::asio::io_context& io_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::pair<std::function<void()>, std::shared_ptr<Waiter>>> queue_;  // guarded by mutex_
  bool ending_ = false;                                                          // guarded by mutex_
  std::thread thread_;  // the last member, because it uses all others
};

template <>
struct WorkThread::Kept<void> {
  static void keep(const std::function<void()>& call) { call(); }
  static void take() {}
};

}  // namespace referee
