#include "tests/world/job_table.h"

#include <algorithm>
#include <ranges>
#include <utility>

#include "referee/base/secrets.h"
#include "referee/store/worker_bounds.h"

namespace world {

using referee::ClaimedJob;
using referee::HandedIn;
using referee::JobNews;
using referee::StoredJob;

// ---- the tables ----

JobTable::Jobs::iterator JobTable::find(const std::string& name) {
  return std::ranges::find_if(jobs_, [&](const auto& entry) { return entry.second.stored.name == name; });
}

JobTable::Claim& JobTable::claim_of(const std::string& job, const std::string& worker) {
  const auto newest_first = claims_ | std::views::reverse;
  return *std::ranges::find_if(
      newest_first, [&](const Claim& claim) { return claim.job == job && claim.worker == worker; });
}

JobTable::Job* JobTable::held(const ClaimedJob& job) {
  const auto found = jobs_.find(job.id);
  return found != jobs_.end() && !job.key.empty() && found->second.key == job.key ? &found->second : nullptr;
}

std::optional<ClaimedJob> JobTable::claim(const referee::WorkerIdentity& worker, std::int64_t free,
                                          bool idle) {
  const auto oldest = std::ranges::find_if(jobs_, [&](const auto& entry) {
    const auto& [id, job] = entry;
    return !job.claim && (job.stored.slots <= free || idle) && job.stored.sandbox <= worker.sandbox &&
           (job.stored.cpu.empty() || job.stored.cpu == worker.cpu);
  });
  if (oldest == jobs_.end()) {
    return std::nullopt;
  }
  auto& [id, job] = *oldest;
  job.claim = claims_.size();
  job.key = referee::random_hex();
  job.lease_end = posted_.clock().now() + referee::kLease;
  claims_.push_back({job.stored.name, worker.name, job.stored.body});
  return ClaimedJob{id, job.key, job.stored.name, job.stored.slots, job.stored.body};
}

bool JobTable::finish(const ClaimedJob& job, const std::string& outcome) {
  Job* const mine = held(job);
  if (mine == nullptr || outcome.size() > referee::WorkerBounds::kHandedIn) {
    return false;
  }
  mine->key.clear();
  mine->outcome = outcome;
  claims_[*mine->claim].state = Claim::State::over;
  return true;
}

// ---- who posts ----

class JobTable::Poster final : public referee::JobPoster {
 public:
  explicit Poster(JobTable& table) : table_(table) { remove_all(); }

  void post(const StoredJob& job) override {
    if (table_.find(job.name) == table_.jobs_.end()) {
      table_.jobs_[++table_.last_] = {job};
      table_.posted_.notify();
    }
  }
  void put_bundle(const std::string& sha256, const std::string& bytes) override {
    table_.bundles_.emplace(sha256, bytes);
  }
  std::vector<JobNews> news() override {
    std::vector<JobNews> news;
    for (auto& [id, job] : table_.jobs_) {
      if (job.claim) {
        Claim& claim = table_.claims_[*job.claim];
        if (claim.state == Claim::State::claimed && job.lease_end < table_.posted_.clock().now()) {
          claim.state = Claim::State::lost;
          job.key.clear();
        }
        news.push_back({job.stored.name, state_of(claim), claim.worker, {}, role_of(claim.worker)});
      }
    }
    return news;
  }
  std::string outcome(const std::string& name) override {
    const auto found = table_.find(name);
    return found == table_.jobs_.end() ? "" : found->second.outcome;
  }
  std::string built(const std::string& name) override {
    const auto found = table_.find(name);
    return found == table_.jobs_.end() ? "" : found->second.built;
  }
  void remove(const std::string& name) override {
    if (const auto found = table_.find(name); found != table_.jobs_.end()) {
      table_.jobs_.erase(found);
    }
  }
  void remove_bundle(const std::string& sha256) override { table_.bundles_.erase(sha256); }
  void remove_all() override {
    table_.jobs_.clear();
    table_.bundles_.clear();
  }

 private:
  static JobNews::State state_of(const Claim& claim) {
    switch (claim.state) {
      case Claim::State::claimed:
        return JobNews::State::claimed;
      case Claim::State::lost:
        return JobNews::State::lost;
      case Claim::State::over:
        break;
    }
    return JobNews::State::over;
  }

  JobTable& table_;
};

namespace {

/// A store whose jobs are elsewhere.
class StoreWithJobs final : public referee::Store {
 public:
  using Poster = std::function<std::unique_ptr<referee::JobPoster>()>;
  StoreWithJobs(std::unique_ptr<referee::Store> store, Poster poster)
      : store_(std::move(store)), poster_(std::move(poster)) {}

  referee::StoreContent load() override { return store_->load(); }
  void apply(const std::vector<referee::StoreWrite>& writes) override { store_->apply(writes); }
  std::string record(const std::string& match, int attempt) override {
    return store_->record(match, attempt);
  }
  void back_up(const referee::StoreUri& to) override { store_->back_up(to); }
  std::vector<std::string> damage() override { return store_->damage(); }
  void erase_deleted() override { store_->erase_deleted(); }
  std::unique_ptr<referee::JobPoster> job_poster() override { return poster_(); }

 private:
  std::unique_ptr<referee::Store> store_;
  Poster poster_;
};

}  // namespace

std::unique_ptr<referee::Store> JobTable::with_jobs(std::unique_ptr<referee::Store> store) {
  return std::make_unique<StoreWithJobs>(std::move(store),
                                         [this] { return std::make_unique<Poster>(*this); });
}

// ---- who works ----

class JobTable::Desk final : public referee::JobDesk {
 public:
  Desk(JobTable& table, referee::WorkerIdentity worker) : table_(table), worker_(std::move(worker)) {}

  void say_alive() override {}
  std::optional<ClaimedJob> claim(std::int64_t free, bool idle) override {
    return table_.claim(worker_, free, idle);
  }
  bool renew(const ClaimedJob& job, std::int64_t /*turns*/) override {
    Job* const mine = table_.held(job);
    if (mine != nullptr) {
      mine->lease_end = table_.posted_.clock().now() + referee::kLease;
    }
    return mine != nullptr;
  }
  bool finish(const ClaimedJob& job, const std::string& outcome) override {
    return table_.finish(job, outcome);
  }
  HandedIn finish_and_claim(const ClaimedJob& job, const std::string& outcome, std::int64_t free) override {
    const bool taken = table_.finish(job, outcome);
    return {taken, taken ? table_.claim(worker_, free, false) : std::nullopt};
  }
  std::optional<std::string> bundle(const ClaimedJob& job, const std::string& sha256) override {
    const Job* const mine = table_.held(job);
    const auto found = table_.bundles_.find(sha256);
    const bool named = mine != nullptr && mine->stored.body.find(sha256) != std::string::npos;
    return named && found != table_.bundles_.end() ? std::optional(found->second) : std::nullopt;
  }
  bool hand_in_built(const ClaimedJob& job, const std::string& bytes) override {
    Job* const mine = table_.held(job);
    const bool taken =
        mine != nullptr && mine->stored.builds && bytes.size() <= referee::WorkerBounds::kHandedIn;
    if (taken) {
      mine->built = bytes;
    }
    return taken;
  }
  referee::Task<> wait_for_jobs(referee::WorkThread& /*thread*/,
                                std::chrono::milliseconds patience) override {
    return table_.posted_.changed_within(patience);
  }

 private:
  JobTable& table_;
  const referee::WorkerIdentity worker_;
};

std::unique_ptr<referee::JobDesk> JobTable::desk(referee::WorkerIdentity worker) {
  return std::make_unique<Desk>(*this, std::move(worker));
}

}  // namespace world
