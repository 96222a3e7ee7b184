#include "referee/net/work_thread.h"

#include <spdlog/spdlog.h>

#include <boost/asio/post.hpp>

#include "referee/base/failure_text.h"
#include "referee/base/threads.h"

namespace referee {

/// A coroutine on the loop that waits for the thread; the timer of its event keeps the loop running.
struct WorkThread::Waiter {
  explicit Waiter(boost::asio::io_context& io) : done(io) {}
  Event done;
  std::exception_ptr failure;
};

WorkThread::WorkThread(Tasks& tasks, const std::string& name) : io_(tasks.io()) {
  thread_ = start_thread(name, [this] { work(); });
}

WorkThread::~WorkThread() { end(true); }

void WorkThread::finish() { end(false); }

void WorkThread::end(bool drop) {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    if (drop) {
      queue_.clear();
    }
  }
  wake_.notify_one();
  if (thread_.joinable()) {
    thread_.join();
  }
}

Task<> WorkThread::queue(std::function<void()> call) {
  auto waiter = std::make_shared<Waiter>(io_);
  add(std::move(call), waiter);
  return wait(std::move(waiter));
}

void WorkThread::post(std::function<void()> call) {
  add(
      [call = std::move(call)] {
        try {
          call();
        } catch (const std::exception& error) {
          spdlog::error("{}", failure_text(error));
        }
      },
      nullptr);
}

void WorkThread::add(std::function<void()> call, std::shared_ptr<Waiter> waiter) {
  {
    const std::lock_guard lock(mutex_);
    queue_.emplace_back(std::move(call), std::move(waiter));
  }
  wake_.notify_one();
}

Task<> WorkThread::wait(std::shared_ptr<Waiter> waiter) {
  co_await waiter->done.wait();
  if (waiter->failure) {
    std::rethrow_exception(waiter->failure);
  }
}

void WorkThread::work() {
  while (true) {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [this] { return ending_ || !queue_.empty(); });
    if (queue_.empty()) {
      return;
    }
    auto [call, waiter] = std::move(queue_.front());
    queue_.pop_front();
    lock.unlock();
    try {
      call();
    } catch (const std::exception&) {
      waiter->failure = std::current_exception();
    }
    call = nullptr;
    if (waiter) {
      boost::asio::post(io_,
                        [waiter = std::move(waiter)] { waiter->done.set(); });  // the loop's thread sets it
    }
  }
}

}  // namespace referee
