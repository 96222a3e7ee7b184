#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace referee {

/// Work that waits in a store for a worker: a program on this machine or another that claims it, does it and
/// hands its outcome in. Only a store in a PostgreSQL database has jobs.
struct StoredJob {
  std::string name;          ///< unique in the store: "r1t2g1/1", a match and its attempt
  std::string body;          ///< what is to be done: JSON text (queue/queued_match.h)
  std::int64_t slots = 1;    ///< seats of a worker's launched bots that are asked at once
  std::int64_t sandbox = 0;  ///< the least SandboxLevel that the worker has to have
  std::string cpu = {};      ///< a pattern (* and ?) for the model of the worker's CPU; "": any
  bool builds = false;       ///< the worker hands in bytes beside the outcome: a bundle, or a replay
};

/// What has become of a job that a worker has claimed.
struct JobNews {
  enum class State {
    claimed,  ///< the worker is at it
    lost,     ///< its lease is over: nobody has the job any more
    over      ///< there is an outcome
  };
  std::string name;
  State state = State::claimed;
  std::string worker;                   ///< that has or had it, as it calls itself
  std::chrono::milliseconds waited{0};  ///< from its posting to the claim
  std::string role = {};                ///< of the database, as which it has logged in
};

/// The worker of a job for people, in logs and messages: no other worker has the same.
inline std::string worker_text(const JobNews& news) {
  return "worker " + news.worker + (news.role.empty() ? "" : " of role " + news.role);
}

/// A job that a worker has claimed, for people.
struct RunningJob {
  std::string name;
  std::int64_t turns = 0;    ///< that are played
  std::int64_t seconds = 0;  ///< since the claim
};

/// A worker, as the store knows it; no other has its role and its name.
struct WorkerState {
  std::string name;   ///< as it says
  std::string about;  ///< its machine, JSON text
  std::int64_t slots = 0;
  std::int64_t since_s = 0;           ///< seconds since its first word
  std::int64_t silent_s = 0;          ///< seconds since its last word
  std::int64_t done = 0;              ///< jobs whose outcome it has handed in
  std::int64_t lost = 0;              ///< leases that it has lost
  std::vector<RunningJob> jobs = {};  ///< in the order in which they were posted
  std::string role = {};              ///< of the database, as which it has logged in
};

/// Jobs that the worker has handed in, a minute, from its first word to its last. Nothing: it has just come.
inline std::optional<double> done_per_minute(const WorkerState& worker) {
  constexpr double kMinute = 60;
  const std::int64_t worked_s = worker.since_s - worker.silent_s;
  return worked_s > 0
             ? std::optional(kMinute * static_cast<double>(worker.done) / static_cast<double>(worked_s))
             : std::nullopt;
}

/// What waits, and who works.
struct JobOverview {
  std::int64_t waiting = 0;
  std::int64_t oldest_wait_s = 0;  ///< of the job that has waited longest; 0 if none waits
  std::int64_t running = 0;        ///< that workers have claimed
  std::int64_t lost = 0;           ///< leases that were lost, of all workers that ever were
  /// The workers that have said something in the last hour, by name and role, and behind them others that
  /// have a job.
  std::vector<WorkerState> workers;
};

/// How long a worker has a job without a word. After that the job is lost, and what the worker hands in later
/// is refused.
inline constexpr std::chrono::milliseconds kLease{15'000};
/// How often a worker says that it still works on a job.
inline constexpr std::chrono::milliseconds kRenewEvery{4000};

/// Whether a worker has said nothing for longer than a lease: it may be gone, and its leases end.
inline bool is_silent(const WorkerState& worker) { return std::chrono::seconds(worker.silent_s) > kLease; }

}  // namespace referee
