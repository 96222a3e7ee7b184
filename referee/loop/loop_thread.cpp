#include "referee/loop/loop_thread.h"

#include <spdlog/spdlog.h>

#include <exception>
#include <memory>
#include <utility>

#include <boost/asio/post.hpp>

#include "protocol/require.h"
#include "referee/base/threads.h"
#include "referee/loop/event.h"

namespace referee {
namespace {

/// A coroutine on another thread, as the loop knows it that waits for it.
struct Awaited {
  Awaited(boost::asio::io_context& home_loop, std::function<Task<>()> to_do)
      : home(home_loop), work(std::move(to_do)), over(home_loop) {}

  boost::asio::io_context& home;
  const std::function<Task<>()> work;  // stays where it is: its coroutine may use what it holds
  Event over;                          // on `home`
  std::exception_ptr failure;          // written before `over`
};

Task<> failed(std::exception_ptr why) {
  std::rethrow_exception(std::move(why));
  co_return;
}

/// `awaited` has none of its own once this has ended: it is destroyed on the loop that waits.
Task<> carry_out(std::shared_ptr<Awaited> awaited, Task<> task) {
  try {
    co_await std::move(task);
  } catch (const std::exception&) {
    awaited->failure = std::current_exception();
  }
  boost::asio::io_context& home = awaited->home;
  boost::asio::post(home, [awaited = std::move(awaited)] { awaited->over.set(); });
}

}  // namespace

LoopThread::LoopThread(std::string what, Life life)
    : what_(std::move(what)), life_(std::move(life)), open_(io_.get_executor()) {}

LoopThread::~LoopThread() { stop(); }

bool LoopThread::post(std::function<void()> call) {
  const std::lock_guard lock(mutex_);
  if (stopped_) {
    return false;
  }
  boost::asio::post(io_, std::move(call));
  if (!begun_) {
    thread_ = start_thread(what_, [this] { work(); });
    begun_ = true;
  }
  return true;
}

Task<> LoopThread::run(Tasks& home, std::function<Task<>()> work) {
  const auto awaited = std::make_shared<Awaited>(home.io(), std::move(work));
  const bool posted = post([this, awaited] {
    Task<> task;
    try {
      task = awaited->work();
    } catch (const std::exception&) {
      task = failed(std::current_exception());
    }
    tasks_.start(what_, carry_out(awaited, std::move(task)));
  });
  REQUIRE(posted);
  co_await awaited->over.wait();
  if (awaited->failure) {
    std::rethrow_exception(awaited->failure);
  }
}

bool LoopThread::begun() {
  const std::lock_guard lock(mutex_);
  return begun_;
}

void LoopThread::stop() {
  std::thread ending;
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    if (!thread_.joinable()) {
      return;
    }
    boost::asio::post(io_, [this] {
      open_.reset();
      tasks_.start("end of " + what_, life_.end());
    });
    ending = std::move(thread_);
  }
  ending.join();
}

/// What a call throws is a fault of ours: who waits for others still waits.
void LoopThread::work() {
  life_.begin();
  for (bool again = true; again;) {
    try {
      io_.run();
      again = false;
    } catch (const std::exception& failure) {
      spdlog::error("{}: {}", what_, failure.what());
    }
  }
  life_.gone();
}

}  // namespace referee
