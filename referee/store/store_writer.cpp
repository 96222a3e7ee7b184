#include "referee/store/store_writer.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <iterator>
#include <utility>
#include <variant>

#include <boost/asio/post.hpp>

#include "referee/base/failure_text.h"
#include "referee/base/threads.h"
#include "referee/net/event.h"

namespace referee {

/// A coroutine on the loop that waits for the writer's thread; the timer of its event keeps the loop running.
/// The thread fills in the rest before it posts the event to the loop.
struct StoreWriter::Waiter {
  explicit Waiter(boost::asio::io_context& io) : done(io) {}
  Event done;
  std::exception_ptr failure;
};

/// Something to do for the writer's thread: to write, or to read.
struct StoreWriter::Job {
  std::vector<StoreWrite> writes;
  std::function<void(Store&)> read;  // empty: it writes
  std::shared_ptr<Waiter> waiter;    // nullptr: no coroutine waits for it
};

/// Calls back once, on the loop's thread, with the first failure.
struct StoreWriter::FailureReport {
  std::function<void(std::exception_ptr)> call;
  std::exception_ptr failure;
  bool told = false;

  void send() {
    if (failure && call && !told) {
      told = true;
      call(failure);
    }
  }
};

StoreWriter::StoreWriter(Tasks& tasks, std::unique_ptr<Store> store)
    : io_(tasks.io()), store_(std::move(store)), report_(std::make_shared<FailureReport>()) {
  thread_ = start_thread("the thread that writes the store", [this] { work(); });
}

StoreWriter::~StoreWriter() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  wake_.notify_one();
  thread_.join();
  report_->call = nullptr;
  if (failure_ && !report_->told) {
    try {
      std::rethrow_exception(failure_);
    } catch (const std::exception& error) {
      spdlog::error("what was to be written last is lost: {}", failure_text(error));
    }
  }
}

Task<> StoreWriter::write(std::vector<StoreWrite> writes) {
  const auto waiter = std::make_shared<Waiter>(io_);
  queue({std::move(writes), {}, waiter});
  return done(waiter);
}

void StoreWriter::post(std::vector<StoreWrite> writes) { queue({std::move(writes), {}, nullptr}); }

void StoreWriter::on_failure(std::function<void(std::exception_ptr)> call) {
  report_->call = std::move(call);
  if (report_->failure) {
    boost::asio::post(io_, [report = report_] { report->send(); });
  }
}

Task<std::string> StoreWriter::record(std::string match, int attempt) {
  auto text = std::make_shared<std::string>();
  Task<> read_it =
      read([match = std::move(match), attempt, text](Store& store) { *text = store.record(match, attempt); });
  return what_was_read(std::move(read_it), std::move(text));
}

Task<std::string> StoreWriter::what_was_read(Task<> read_it, std::shared_ptr<std::string> text) {
  co_await std::move(read_it);
  co_return std::move(*text);
}

/// Queues by the call, as write() does.
Task<> StoreWriter::read(std::function<void(Store&)> read) {
  const auto waiter = std::make_shared<Waiter>(io_);
  queue({{}, std::move(read), waiter});
  return done(waiter);
}

Task<> StoreWriter::done(std::shared_ptr<Waiter> waiter) {
  co_await waiter->done.wait();
  if (waiter->failure) {
    std::rethrow_exception(waiter->failure);
  }
}

void StoreWriter::queue(Job job) {
  {
    const std::lock_guard lock(mutex_);
    queue_.push_back(std::move(job));
  }
  wake_.notify_one();
}

void StoreWriter::work() {
  for (std::vector<Job> jobs = take(); !jobs.empty(); jobs = take()) {
    if (jobs.front().read) {
      read_now(jobs.front());
    } else {
      commit(jobs);
    }
    finish(jobs);
  }
}

/// Waits for jobs, and returns all writes up to the first read, or that read alone; none at the end.
std::vector<StoreWriter::Job> StoreWriter::take() {
  std::unique_lock lock(mutex_);
  wake_.wait(lock, [this] { return ending_ || !queue_.empty(); });
  const auto is_read = [](const Job& job) { return job.read != nullptr; };
  auto end = std::find_if(queue_.begin(), queue_.end(), is_read);
  if (end == queue_.begin() && end != queue_.end()) {
    ++end;
  }
  std::vector<Job> jobs(std::make_move_iterator(queue_.begin()), std::make_move_iterator(end));
  queue_.erase(queue_.begin(), end);
  return jobs;
}

void StoreWriter::commit(std::vector<Job>& jobs) {
  if (!failure_) {
    std::vector<StoreWrite> writes = std::move(jobs.front().writes);
    for (std::size_t i = 1; i < jobs.size(); ++i) {
      std::move(jobs[i].writes.begin(), jobs[i].writes.end(), std::back_inserter(writes));
    }
    const auto begun = std::chrono::steady_clock::now();
    try {
      store_->apply(writes);
      const bool only_turns = std::ranges::all_of(writes, [](const StoreWrite& write) {
        return std::holds_alternative<store_write::Journal>(write) ||
               std::holds_alternative<store_write::SignOfLife>(write);
      });
      tell_commit({only_turns, std::chrono::steady_clock::now() - begun});
    } catch (const std::exception&) {
      failure_ = std::current_exception();
      boost::asio::post(io_, [report = report_, failure = failure_] {
        report->failure = failure;
        report->send();
      });
    }
  }
  for (const Job& job : jobs) {
    if (job.waiter != nullptr) {
      job.waiter->failure = failure_;
    }
  }
}

void StoreWriter::tell_commit(const Commit& commit) {
  const std::lock_guard lock(mutex_);
  if (committed_) {
    committed_(commit);
  }
}

void StoreWriter::on_commit(std::function<void(const Commit&)> call) {
  const std::lock_guard lock(mutex_);
  committed_ = std::move(call);
}

void StoreWriter::read_now(Job& job) {
  try {
    job.read(*store_);
  } catch (const std::exception&) {
    job.waiter->failure = std::current_exception();
  }
}

/// Hands the waiters back to the loop's thread: only that one may set and destroy their events.
void StoreWriter::finish(std::vector<Job>& jobs) {
  std::vector<std::shared_ptr<Waiter>> waiters;
  for (Job& job : jobs) {
    if (job.waiter != nullptr) {
      waiters.push_back(std::move(job.waiter));
    }
  }
  if (!waiters.empty()) {
    boost::asio::post(io_, [waiters = std::move(waiters)] {
      for (const auto& waiter : waiters) {
        waiter->done.set();
      }
    });
  }
}

}  // namespace referee
