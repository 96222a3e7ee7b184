#include "referee/rules/rules_thread.h"

#include <spdlog/spdlog.h>

#include <exception>
#include <utility>

#include <boost/asio/post.hpp>

#include "referee/base/threads.h"
#include "referee/process/cpus.h"

namespace referee::rules {

RulesThread::RulesThread(SandboxLevel least) : least_(least) {}

RulesThread::~RulesThread() { stop(); }

bool RulesThread::post(std::function<void()> call) {
  const std::lock_guard lock(mutex_);
  if (stopped_) {
    return false;
  }
  boost::asio::post(io_, std::move(call));
  if (!thread_.joinable()) {
    thread_ = start_thread("the thread of rules programs", [this] { run(); });
  }
  return true;
}

void RulesThread::add(std::weak_ptr<Guest> guest) {
  const std::lock_guard lock(mutex_);
  guests_.push_back(std::move(guest));
}

void RulesThread::stop() {
  std::thread ending;
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    if (!thread_.joinable()) {
      return;
    }
    boost::asio::post(io_, [this, guests = guests_] { tasks_.start("end of rules", end_all(guests)); });
    ending = std::move(thread_);
  }
  ending.join();
}

/// The reaper keeps the loop running until end_all().
void RulesThread::run() {
  open_machine();
  for (bool again = true; again;) {
    try {
      io_.run();
      again = false;
    } catch (
        const std::exception& failure) {  // a fault of ours, in one call: who waits for others still waits
      spdlog::error("the thread of rules programs: {}", failure.what());
    }
  }
  machine_.reset();
}

/// The thread that has begun this one may be pinned to a CPU of its own, which reads the clocks of bots: this
/// thread and its programs keep off that.
void RulesThread::open_machine() {
  const auto split = split_cpus(process_cpus());
  const Cpus cpus = split ? split->bots : process_cpus();
  (void)CpuMask(cpus).take();
  std::shared_ptr<const Sandbox> sandbox;
  try {
    sandbox = Sandbox::open(least_);
    spdlog::debug("sandbox of rules programs: {}", sandbox->text());
  } catch (const std::exception& weak) {
    why_not_ = weak.what();
    sandbox = nullptr;
  }
  machine_ = std::make_unique<Machine>(tasks_, sandbox);
  machine_->starter.run_on(cpus);
}

Task<> RulesThread::end_all(std::vector<std::weak_ptr<Guest>> guests) {
  for (const std::weak_ptr<Guest>& weak : guests) {
    if (const std::shared_ptr<Guest> guest = weak.lock()) {
      co_await guest->end();
    }
  }
  machine_->reaper.stop();
}

}  // namespace referee::rules
