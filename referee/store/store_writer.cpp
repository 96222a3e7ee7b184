#include "referee/store/store_writer.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <iterator>
#include <utility>
#include <variant>

#include <boost/asio/post.hpp>

#include "referee/base/failure_text.h"

namespace referee {

/// What becomes one commit. Who waits for it is told with all others at once: what they write next comes
/// together, too, and becomes one commit again.
struct StoreWriter::Batch {
  std::vector<StoreWrite> writes;               // guarded by mutex_ until it is taken
  std::vector<std::shared_ptr<Event>> waiters;  // guarded by mutex_ until it is taken
  std::exception_ptr failure;                   // set before the waiters are told
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
    : io_(tasks.io()),
      clock_(tasks.clock()),
      store_(std::move(store)),
      report_(std::make_shared<FailureReport>()),
      thread_(tasks, "the thread that writes the store") {}

StoreWriter::~StoreWriter() {
  thread_.finish();
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
  auto done = std::make_shared<Event>(io_);
  std::shared_ptr<Batch> batch = add(std::move(writes), done);
  return wait(std::move(batch), std::move(done));
}

Task<> StoreWriter::wait(std::shared_ptr<Batch> batch, std::shared_ptr<Event> done) {
  co_await done->wait();
  if (batch->failure) {
    std::rethrow_exception(batch->failure);
  }
}

void StoreWriter::post(std::vector<StoreWrite> writes) { (void)add(std::move(writes), nullptr); }

void StoreWriter::on_failure(std::function<void(std::exception_ptr)> call) {
  report_->call = std::move(call);
  if (report_->failure) {
    boost::asio::post(io_, [report = report_] { report->send(); });
  }
}

Task<std::string> StoreWriter::record(std::string match, int attempt) {
  {
    const std::lock_guard lock(mutex_);
    newest_ = nullptr;  // later writes are written after it
  }
  return thread_.run<std::string>(
      [this, match = std::move(match), attempt] { return store_->record(match, attempt); });
}

/// Adds to the newest batch, or begins one. `done`: who waits; nullptr: nobody.
std::shared_ptr<StoreWriter::Batch> StoreWriter::add(std::vector<StoreWrite> writes,
                                                     std::shared_ptr<Event> done) {
  const std::lock_guard lock(mutex_);
  if (!newest_) {
    newest_ = std::make_shared<Batch>();
    thread_.post([this, batch = newest_] { commit(*batch); });
  }
  std::move(writes.begin(), writes.end(), std::back_inserter(newest_->writes));
  if (done != nullptr) {
    newest_->waiters.push_back(std::move(done));
  }
  return newest_;
}

void StoreWriter::commit(Batch& batch) {
  {
    const std::lock_guard lock(mutex_);
    if (newest_.get() == &batch) {
      newest_ = nullptr;
    }
  }
  if (!failure_) {
    apply(batch.writes);
  }
  batch.writes.clear();
  batch.failure = failure_;
  if (!batch.waiters.empty()) {
    boost::asio::post(io_, [waiters = std::move(batch.waiters)] {  // the loop's thread sets and destroys them
      for (const auto& waiter : waiters) {
        waiter->set();
      }
    });
  }
}

void StoreWriter::apply(const std::vector<StoreWrite>& writes) {
  const auto begun = clock_.now();
  try {
    store_->apply(writes);
    const bool only_turns = std::ranges::all_of(writes, [](const StoreWrite& write) {
      return std::holds_alternative<store_write::Journal>(write) ||
             std::holds_alternative<store_write::SignOfLife>(write);
    });
    tell_commit({only_turns, clock_.now() - begun});
  } catch (const std::exception&) {
    failure_ = std::current_exception();
    boost::asio::post(io_, [report = report_, failure = failure_] {
      report->failure = failure;
      report->send();
    });
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

}  // namespace referee
