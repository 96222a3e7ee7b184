#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/loop/event.h"
#include "referee/loop/work_thread.h"
#include "referee/match/attempt_place.h"
#include "referee/process/reaper.h"
#include "referee/queue/bundle_cache.h"
#include "referee/queue/match_outcome.h"
#include "referee/queue/queued_match.h"
#include "referee/queue/worker_build.h"
#include "referee/store/job_desk.h"

namespace referee::queue {

struct WorkerSpec {
  WorkerIdentity identity;
  SandboxLevel sandbox = SandboxLevel::basic;  ///< in which hand-ins are built: this machine's
  bool as_root = false;                        ///< launched programs may run as root, if the worker does
  std::filesystem::path cache;                 ///< BundleCache
  std::uint64_t cache_bytes = 4ULL * 1024 * 1024 * 1024;
  std::filesystem::path bundles = {};  ///< a shared folder of bundles, where it looks first; empty: none
  std::optional<std::chrono::seconds> until_idle = std::nullopt;  ///< ends after so long without a job
};

/// What a worker works with; `reaper`, and what the functions use, outlive it.
struct WorkerMeans {
  std::function<std::unique_ptr<JobDesk>()> desk;        ///< called for each thread that needs one of its own
  std::function<std::unique_ptr<AttemptPlace>()> place;  ///< where an attempt is played; called for each
  Reaper& reaper;                                        ///< of the processes that build
};

/// Does the jobs that wait in a store: claims one, plays one attempt of its match or builds its hand-in, and
/// hands the outcome in. Meanwhile it renews its leases; a lease that is lost ends the attempt or the build,
/// whose outcome would be refused. While the database is away, matches go on as long as their leases.
class Worker {
 public:
  /// Throws what `means.desk` throws, std::system_error for the cache.
  Worker(Tasks& tasks, WorkerMeans means, WorkerSpec spec);
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Returns after drain() or abort(), or when it has been idle for so long, once nothing is played any more.
  Task<> run();
  /// Claims no more; what is played is played to its end.
  void drain();
  /// Ends what is played: it is played elsewhere once its leases have ended.
  void abort();
  std::int64_t played() const { return played_; }
  std::int64_t built() const { return built_; }

 private:
  class Playing;

  Task<> claim_jobs();
  void begin(ClaimedJob job);
  Task<std::optional<ClaimedJob>> claim();
  Task<> play(ClaimedJob job);
  Task<MatchOutcome> outcome_of(Playing& playing);
  Task<QueuedMatch> queued_match(const ClaimedJob& job);
  Task<MatchJob> match_of(const ClaimedJob& job, std::vector<std::string>& held);
  Task<> play_match(Playing& playing);
  Task<> build(Playing& playing);
  WorkerBuild::Room build_room(const ClaimedJob& job);
  Task<std::filesystem::path> folder_of(const ClaimedJob& job, const std::string& sha256);
  std::filesystem::path cached(const ClaimedJob& job, const std::string& sha256);
  std::string fetch(const ClaimedJob& job, const std::string& sha256);
  Task<> hand_in(Playing& playing, std::function<bool()> call);
  Task<> hand_in_beside(Playing& playing, const std::string& bytes);
  Task<> finish(Playing& playing, const std::string& outcome);
  Task<> renew_leases();
  Task<> say_alive();
  Task<> renew(Playing& playing);
  Task<> pause(std::chrono::milliseconds time);
  void database_is_away(const std::string& why);

  Tasks& tasks_;
  WorkerMeans means_;
  WorkerSpec spec_;
  BundleCache cache_;  // used on the thread of work_
  std::unique_ptr<JobDesk> claims_desk_;
  std::unique_ptr<JobDesk> leases_desk_;
  std::unique_ptr<JobDesk> desk_;
  std::list<Playing> playing_;
  Condition changed_;
  std::int64_t used_slots_ = 0;
  std::int64_t played_ = 0;
  std::int64_t built_ = 0;
  bool known_ = false;  // the store knows the worker; used on the thread of claims_
  bool stopping_ = false;
  bool aborted_ = false;
  bool away_ = false;  // the database, as the log has it
  bool ended_ = false;
  Condition renewal_;
  Event renewals_ended_;
  WorkThread claims_;  // waits for jobs
  WorkThread leases_;  // that must not wait for anything else
  WorkThread work_;    // everything else
};

}  // namespace referee::queue
