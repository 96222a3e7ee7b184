#include "referee/loop/work_thread.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <exception>

#include <boost/asio/post.hpp>

#include "referee/base/failure_text.h"
#include "referee/base/kernel_time.h"

namespace referee {

WorkThread::WorkThread(Tasks& tasks, const std::string& what, ThreadPriority priority)
    : io_(tasks.io()),
      thread_(start_thread(
          what, [this] { work(); }, priority)) {}

WorkThread::~WorkThread() { stop(); }

void WorkThread::finish() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  wake_.notify_one();
  if (thread_.joinable()) {
    thread_.join();
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

bool WorkThread::pause_until(TimePoint due) {
  std::unique_lock lock(mutex_);
  return !wake_.wait_until(lock, std::max(due, kernel_now()), [this] { return ending_; });
}

void WorkThread::add(Call call) {
  {
    const std::lock_guard lock(mutex_);
    queue_.push_back(std::move(call));
  }
  wake_.notify_one();
}

void WorkThread::work() {
  while (true) {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [this] { return ending_ || !queue_.empty(); });
    if (queue_.empty()) {
      return;
    }
    auto [call, done] = std::move(queue_.front());
    queue_.pop_front();
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
  }
}

}  // namespace referee
