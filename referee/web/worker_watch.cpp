#include "referee/web/worker_watch.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <utility>

#include "referee/base/failure_text.h"
#include "referee/base/threads.h"

namespace referee::web {

WorkerWatch::WorkerWatch(std::unique_ptr<JobWatch> jobs, Metrics& metrics)
    : jobs_(std::move(jobs)), metrics_(metrics) {
  read();
}

WorkerWatch::~WorkerWatch() { stop(); }

void WorkerWatch::start() {
  thread_ = start_thread("the thread that reads what workers do", [this] { work(); });
}

void WorkerWatch::stop() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  wake_.notify_all();
  if (thread_.joinable()) {
    thread_.join();
  }
}

std::shared_ptr<const WorkerWatch::Seen> WorkerWatch::seen() const {
  const std::lock_guard lock(mutex_);
  return seen_;
}

void WorkerWatch::work() {
  TimePoint::duration pause = kPause;
  std::unique_lock lock(mutex_);
  while (!wake_.wait_for(lock, pause, [this] { return ending_; })) {
    lock.unlock();
    const TimePoint begun = std::chrono::steady_clock::now();
    try_to_read();
    pause = std::max<TimePoint::duration>(kPause, kRest * (std::chrono::steady_clock::now() - begun));
    lock.lock();
  }
}

void WorkerWatch::try_to_read() {
  try {
    read();
    failing_ = false;
  } catch (const std::exception& error) {
    if (!std::exchange(failing_, true)) {
      spdlog::error("web: the page of the workers and their figures stay as they were: {}",
                    failure_text(error));
    }
  }
}

void WorkerWatch::read() {
  auto seen = std::make_shared<Seen>();
  seen->overview = jobs_->look();
  seen->at = std::chrono::steady_clock::now();
  metrics_.show(seen->overview);
  const std::lock_guard lock(mutex_);
  seen_ = std::move(seen);
}

}  // namespace referee::web
