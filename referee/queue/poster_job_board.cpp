#include "referee/queue/poster_job_board.h"

#include <spdlog/spdlog.h>

#include <chrono>
#include <exception>
#include <optional>
#include <utility>

#include "referee/store/store.h"

namespace referee::queue {
namespace {

using std::chrono::steady_clock;

constexpr std::chrono::milliseconds kRetryEvery{1000};
constexpr std::chrono::seconds kPatience{60};

}  // namespace

PosterJobBoard::PosterJobBoard(Tasks& tasks, std::unique_ptr<JobPoster> poster)
    : tasks_(tasks), poster_(std::move(poster)), work_(tasks, "the thread that posts jobs") {}

/// What the call returns, which may be done more than once.
template <class Result>
Task<Result> PosterJobBoard::repeated(std::function<Result()> call) {
  const auto begun = steady_clock::now();
  while (true) {
    try {
      Task<Result> done = work_.run<Result>(call);
      Result result = co_await std::move(done);
      co_return result;
    } catch (const StoreError& error) {
      if (steady_clock::now() - begun > kPatience) {
        throw;
      }
      spdlog::warn("{}", error.what());
    }
    boost::asio::steady_timer timer(tasks_.io(), kRetryEvery);
    (void)co_await timer.async_wait(kAwait);
  }
}

Task<> PosterJobBoard::post(StoredJob job) {
  Task<bool> posted = repeated<bool>([this, job = std::move(job)] {
    poster_->post(job);
    return true;
  });
  (void)co_await std::move(posted);
}

Task<> PosterJobBoard::put_bundle(Bundle bundle) {
  Task<bool> kept = repeated<bool>([this, bundle = std::move(bundle)] {
    poster_->put_bundle(bundle.sha256, bundle.bytes);
    return true;
  });
  (void)co_await std::move(kept);
}

Task<std::vector<JobNews>> PosterJobBoard::news() {
  return repeated<std::vector<JobNews>>([this] { return poster_->news(); });
}

Task<std::string> PosterJobBoard::outcome(const std::string& name) {
  return repeated<std::string>([this, name] { return poster_->outcome(name); });
}

Task<std::string> PosterJobBoard::built(const std::string& name) {
  return repeated<std::string>([this, name] { return poster_->built(name); });
}

void PosterJobBoard::remove(const std::string& name) {
  once([this, name] { poster_->remove(name); });
}

void PosterJobBoard::remove_bundle(const std::string& sha256) {
  once([this, sha256] { poster_->remove_bundle(sha256); });
}

/// What it was to remove and has not, close() does.
void PosterJobBoard::once(std::function<void()> call) {
  (void)work_.run<bool>([call = std::move(call)] {
    try {
      call();
    } catch (const StoreError& error) {
      spdlog::warn("{}", error.what());
    }
    return true;
  });
}

Task<> PosterJobBoard::close() {
  Task<bool> removed = repeated<bool>([this] {
    poster_->remove_all();
    return true;
  });
  (void)co_await std::move(removed);
}

}  // namespace referee::queue
