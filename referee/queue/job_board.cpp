#include "referee/queue/job_board.h"

#include <spdlog/spdlog.h>

#include <utility>

#include "referee/store/store.h"

namespace referee::queue {

JobBoard::JobBoard(Tasks& tasks, std::unique_ptr<JobPoster> poster)
    : poster_(std::move(poster)), work_(tasks, "the thread that posts jobs") {}

JobBoard::~JobBoard() { work_.finish(); }

Task<> JobBoard::post(StoredJob job) {
  return work_.run<void>([this, job = std::move(job)] { poster_->post(job); });
}

Task<> JobBoard::put_bundle(Bundle bundle) {
  return work_.run<void>(
      [this, bundle = std::move(bundle)] { poster_->put_bundle(bundle.sha256, bundle.bytes); });
}

Task<std::vector<JobNews>> JobBoard::news() {
  return work_.run<std::vector<JobNews>>([this] { return poster_->news(); });
}

Task<std::string> JobBoard::outcome(std::string name) {
  return work_.run<std::string>([this, name = std::move(name)] { return poster_->outcome(name); });
}

Task<std::string> JobBoard::built(std::string name) {
  return work_.run<std::string>([this, name = std::move(name)] { return poster_->built(name); });
}

void JobBoard::remove(std::string name) {
  work_.post([this, name = std::move(name)] { poster_->remove(name); });
}

void JobBoard::remove_bundle(std::string sha256) {
  work_.post([this, sha256 = std::move(sha256)] { poster_->remove_bundle(sha256); });
}

Task<> JobBoard::close() {
  return work_.run<void>([this] {
    try {
      poster_->remove_all();
    } catch (const StoreError& error) {
      spdlog::warn("{}; what workers have of it ends by itself", error.what());
    }
  });
}

}  // namespace referee::queue
