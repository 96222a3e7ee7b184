#include "referee/queue/remote_jobs.h"

#include <spdlog/spdlog.h>

#include <algorithm>

#include "referee/base/text.h"
#include "referee/store/store.h"

namespace referee::queue {
namespace {

constexpr Milliseconds kLookEvery{100};
constexpr std::chrono::seconds kPatienceWithWorkers{10};  // before it says that no worker has a job
constexpr std::chrono::seconds kNextWord{60};             // before it says so again
constexpr std::chrono::seconds kLately{60};               // a worker that had a job then may get another

}  // namespace

void RemoteJob::call_off() {
  if (!done_.is_set()) {
    called_off_ = true;
    done_.set();
  }
}

Task<EndedJob> RemoteJobs::run(std::shared_ptr<RemoteJob> job, StoredJob stored) {
  EndedJob ended;
  if (!job->called_off_) {
    co_await post(job, std::move(stored));
    ended.news = job->news_;
  }
  if (job->called_off_) {
    ended.kind = EndedJob::Kind::called_off;
  } else if (ended.news.state == JobNews::State::over) {
    ended.kind = EndedJob::Kind::over;
    ended.outcome = co_await board_.outcome(job->name_);
  }
  if (ended.kind != EndedJob::Kind::over) {
    board_.remove(job->name_);
  }
  co_return ended;
}

/// Returns when a worker has ended it, or has lost it, or it is called off.
Task<> RemoteJobs::post(std::shared_ptr<RemoteJob> job, StoredJob stored) {
  waiting_[job->name_] = job;
  std::exception_ptr failure;
  try {
    co_await board_.post(std::move(stored));
    if (!std::exchange(looking_, true)) {
      next_word_ = tasks_.clock().now() + kPatienceWithWorkers;
      tasks_.start("news of workers", look_for_news());
    }
    co_await job->done_.wait();
    failure = job->failure_;
  } catch (const std::exception&) {
    failure = std::current_exception();
  }
  if (const auto found = waiting_.find(job->name_); found != waiting_.end() && found->second == job) {
    waiting_.erase(found);
  }
  if (failure) {
    std::rethrow_exception(failure);
  }
}

/// Looks as long as a job waits.
Task<> RemoteJobs::look_for_news() {
  while (!waiting_.empty()) {
    co_await sleep(tasks_.io(), kLookEvery);
    try {
      tell(co_await board_.news());
      say_if_nobody_works();
    } catch (const StoreError&) {
      give_up(std::current_exception());
      break;
    }
  }
  looking_ = false;
}

/// All jobs ask for the same of a worker: if none of those that wait for long is claimed, no worker that fits
/// is there, or all are busy with jobs of others.
void RemoteJobs::say_if_nobody_works() {
  const auto now = tasks_.clock().now();
  if (std::ranges::any_of(waiting_, [](const auto& entry) { return entry.second->is_claimed(); })) {
    next_word_ = now + kPatienceWithWorkers;
  } else if (now >= next_word_ && !waiting_.empty()) {
    next_word_ = now + kNextWord;
    spdlog::warn(
        "{}, and no worker has any: expected one with sandbox {} or stronger{}; `referee workers` shows who "
        "is "
        "there",
        counted(waiting_.size(), "job waits", "jobs wait"), name_of(terms_.sandbox),
        terms_.cpu.empty() ? "" : " and a CPU like '" + escaped(terms_.cpu) + "'");
  }
}

std::size_t RemoteJobs::workers() const {
  const TimePoint since = tasks_.clock().now() - kLately;
  return static_cast<std::size_t>(
      std::ranges::count_if(seen_, [&](const auto& entry) { return entry.second >= since; }));
}

void RemoteJobs::give_up(const std::exception_ptr& why) {
  for (const auto& [name, job] : waiting_) {
    job->failure_ = why;
    job->done_.set();
  }
}

void RemoteJobs::tell(const std::vector<JobNews>& news) {
  if (told_) {
    told_(news);
  }
  const TimePoint now = tasks_.clock().now();
  std::erase_if(seen_, [now](const auto& entry) { return entry.second < now - kLately; });
  for (const JobNews& one : news) {
    seen_[worker_text(one)] = now;
    const auto found = waiting_.find(one.name);
    if (found == waiting_.end() || found->second->done_.is_set()) {
      continue;
    }
    RemoteJob& job = *found->second;
    job.claimed_ = true;
    if (one.state != JobNews::State::claimed) {
      job.news_ = one;
      job.done_.set();
    }
  }
}

}  // namespace referee::queue
