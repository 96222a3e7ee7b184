#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "referee/loop/work_thread.h"
#include "referee/store/job.h"
#include "referee/store/store_uri.h"

namespace referee {

/// A job that a worker has claimed.
struct ClaimedJob {
  std::int64_t id = 0;
  std::string key;  ///< secret of the lease
  std::string name;
  std::int64_t slots = 1;
  std::string body;
};

/// What became of an outcome that was handed in.
struct HandedIn {
  bool taken = false;  ///< false: the job was the worker's no more, and the outcome counts for nothing
  std::optional<ClaimedJob> next;  ///< claimed with it
};

/// Who a worker is.
struct WorkerIdentity {
  std::string name;          ///< unique: no two workers that live have the same
  std::string about;         ///< its machine, JSON text
  std::int64_t slots = 1;    ///< seats of launched bots that it asks at once
  std::int64_t sandbox = 0;  ///< its SandboxLevel
  std::string cpu = {};      ///< the model of its CPU
};

/// A worker's way to the jobs of a store, in a PostgreSQL database. It needs no right but to call the
/// functions of postgres_job_functions.h. Not thread-safe. All functions throw StoreError while the database
/// is away; the next call connects anew.
class JobDesk {
 public:
  virtual ~JobDesk() = default;
  /// Tells that the worker lives.
  virtual void say_alive() = 0;
  /// The oldest job that fits: one of at most `free` slots, or any if the worker is `idle`. One that did not
  /// fit before may have to wait for a second, while there are others. Nothing: there is none.
  virtual std::optional<ClaimedJob> claim(std::int64_t free, bool idle) = 0;
  /// False: the job is the worker's no more.
  virtual bool renew(const ClaimedJob& job, std::int64_t turns) = 0;
  /// Hands the outcome in, once. False: the job is the worker's no more, and the outcome counts for nothing.
  virtual bool finish(const ClaimedJob& job, const std::string& outcome) = 0;
  /// Hands the outcome in, once, as finish() does. If it counts, claims the next job of at most `free` slots
  /// in the same commit. A job that did not fit before is left to claim().
  virtual HandedIn finish_and_claim(const ClaimedJob& job, const std::string& outcome, std::int64_t free) = 0;
  /// The bytes of a bundle that the job names; nothing: the job is the worker's no more.
  virtual std::optional<std::string> bundle(const ClaimedJob& job, const std::string& sha256) = 0;
  /// Hands in the bundle that a job which builds has made, or the replay of a match program, before its
  /// outcome. False: the job is the worker's no more, or builds nothing, or there are more than 64 MiB.
  virtual bool hand_in_built(const ClaimedJob& job, const std::string& bytes) = 0;
  /// Returns when a job was posted, or after `patience`. `thread`: the one on which all other functions are
  /// called; it may be held up meanwhile.
  virtual Task<> wait_for_jobs(WorkThread& thread, std::chrono::milliseconds patience) = 0;
};

/// Throws NotAStore for a store that can have no jobs.
std::unique_ptr<JobDesk> open_job_desk(const StoreUri& uri, WorkerIdentity worker);

}  // namespace referee
