#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/loop/event.h"
#include "referee/store/job_desk.h"
#include "referee/store/job_poster.h"
#include "referee/store/store.h"
#include "tests/world/worker_deed.h"

namespace world {

/// The jobs of one tournament and the workers that claim them, in memory, as a PostgreSQL database keeps them
/// (referee/store/postgres_job_functions.h). Leases end by the clock of the loop, when the poster asks for
/// news. It outlives its posters and desks.
class JobTable {
 public:
  struct Claim;
  /// `claims`: where all claims are kept, in their order; it outlives the table.
  JobTable(boost::asio::io_context& io, std::vector<Claim>& claims) : posted_(io), claims_(claims) {}

  /// The store, with these jobs: each call of its job_poster() removes those of posters before.
  std::unique_ptr<referee::Store> with_jobs(std::unique_ptr<referee::Store> store);
  std::unique_ptr<referee::JobDesk> desk(referee::WorkerIdentity worker);

  /// What became of a job in the hands of one worker.
  struct Claim {
    enum class State { claimed, lost, over };
    std::string job;
    std::string worker;
    std::string body;  ///< of the job
    State state = State::claimed;
    WorkerDeed deed = WorkerDeed::plays;  ///< for the worker to note
    bool wrong_bot = false;               ///< likewise: what it has unpacked is not the bot of the entrant
  };
  /// The database's role of a worker.
  static std::string role_of(const std::string& worker) { return "role of " + worker; }
  /// How many jobs are left, whatever became of them.
  std::size_t size() const { return jobs_.size(); }
  /// The newest claim of that worker on that job. REQUIRES: there is one.
  Claim& claim_of(const std::string& job, const std::string& worker);

 private:
  class Poster;
  class Desk;
  struct Job {
    referee::StoredJob stored;
    std::optional<std::size_t> claim = std::nullopt;  // index into claims_; nothing: it waits
    std::string key = {};                             // "": nobody may hand it in
    referee::TimePoint lease_end = {};
    std::string outcome = {};
    std::string built = {};
  };
  using Jobs = std::map<std::int64_t, Job>;  // by id, as they were posted

  Jobs::iterator find(const std::string& name);
  /// The job, if that is the key of a lease that goes on.
  Job* held(const referee::ClaimedJob& job);
  std::optional<referee::ClaimedJob> claim(const referee::WorkerIdentity& worker, std::int64_t free,
                                           bool idle);
  bool finish(const referee::ClaimedJob& job, const std::string& outcome);

  referee::Condition posted_;
  Jobs jobs_;
  std::map<std::string, std::string> bundles_;  // by SHA-256
  std::vector<Claim>& claims_;
  std::int64_t last_ = 0;
};

}  // namespace world
