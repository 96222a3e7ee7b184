#include "referee/loop/work_thread.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <exception>

#include <boost/asio/post.hpp>

#include "referee/base/failure_text.h"

namespace referee {

WorkThread::WorkThread(Tasks& tasks, const std::string& what, ThreadPriority priority)
    : io_(tasks.io()), next_(io_), simulated_(tasks.clock().time_of_work().has_value()) {
  if (!simulated_) {
    thread_ = start_thread(
        what, [this] { work(); }, priority);
  }
}

WorkThread::~WorkThread() { stop(); }

void WorkThread::finish() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  wake_.notify_one();
  if (thread_.joinable()) {
    thread_.join();
  } else if (simulated_) {
    next_.cancel();
    work();
  }
}

void WorkThread::stop() {
  std::deque<Call> dropped;  // destroyed without the lock, and on the loop's thread, as events have to be
  {
    const std::lock_guard lock(mutex_);
    dropped.swap(queue_);
  }
  finish();
}

void WorkThread::add(Call call) {
  {
    const std::lock_guard lock(mutex_);
    queue_.push_back(std::move(call));
    if (simulated_ && !ending_ && queue_.size() == 1) {
      expect_next_in_simulation();
    }
  }
  wake_.notify_one();
}

/// A call stays in the queue while it takes its time.
void WorkThread::expect_next_in_simulation() {
  const TimePoint begin = std::max(next_.clock().now(), queue_.front().due);
  next_.set(begin + *next_.clock().time_of_work(), [this] {
    std::unique_lock lock(mutex_);
    if (make_next(lock) && !queue_.empty()) {
      expect_next_in_simulation();
    }
  });
}

void WorkThread::work() {
  while (true) {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [this] { return ending_ || !queue_.empty(); });
    if (const TimePoint due = queue_.empty() ? TimePoint::min() : queue_.front().due; due > now()) {
      wake_.wait_until(lock, due, [this] { return ending_; });
    }
    if (!make_next(lock)) {
      return;
    }
  }
}

bool WorkThread::make_next(std::unique_lock<std::mutex>& lock) {
  if (queue_.empty()) {
    return false;
  }
  auto [call, done, due] = std::move(queue_.front());
  queue_.pop_front();
  if (due > now()) {  // the thread is to end
    return true;
  }
  lock.unlock();
  try {
    call();
  } catch (const std::exception& error) {
    spdlog::error("{}", failure_text(error));
  }
  call = nullptr;  // what it holds is released before a coroutine goes on
  if (done) {
    boost::asio::post(io_, [done = std::move(done)] { done->set(); });  // the loop's thread sets it
  }
  lock.lock();
  return true;
}

}  // namespace referee
