#include "referee/web/worker_watch.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <utility>

#include "referee/base/failure_text.h"

namespace referee::web {

WorkerWatch::WorkerWatch(Tasks& tasks, std::unique_ptr<JobWatch> jobs, Metrics& metrics)
    : clock_(tasks.clock()),
      jobs_(std::move(jobs)),
      metrics_(metrics),
      thread_(tasks, "the thread that reads what workers do") {
  read();
}

void WorkerWatch::start() {
  thread_.post_at(clock_.now() + kPause, [this] { work(); });
}

std::shared_ptr<const WorkerWatch::Seen> WorkerWatch::seen() const {
  const std::lock_guard lock(mutex_);
  return seen_;
}

void WorkerWatch::work() {
  const TimePoint begun = clock_.now();
  try_to_read();
  const TimePoint ended = clock_.now();
  thread_.post_at(ended + std::max<TimePoint::duration>(kPause, kRest * (ended - begun)), [this] { work(); });
}

void WorkerWatch::try_to_read() {
  try {
    read();
    failing_ = false;
  } catch (const std::exception& error) {
    if (!std::exchange(failing_, true)) {
      spdlog::warn("web: the page of the workers and their figures stay as they were: {}",
                   failure_text(error));
    }
  }
}

void WorkerWatch::read() {
  auto seen = std::make_shared<Seen>();
  seen->overview = jobs_->look();
  seen->at = clock_.now();
  metrics_.show(seen->overview);
  const std::lock_guard lock(mutex_);
  seen_ = std::move(seen);
}

}  // namespace referee::web
