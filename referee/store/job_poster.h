#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "referee/store/job.h"
#include "referee/store/store_uri.h"

namespace referee {

/// Posts jobs in a store; they are apart from those of all other posters. Needs the rights of the store's
/// owner. Not thread-safe. While the database is away its functions wait, those of a tournament for 15
/// minutes, others for one; then they throw StoreError.
class JobPoster {
 public:
  virtual ~JobPoster() = default;
  /// A job of that name that the store has already is left as it is: a call may be repeated.
  virtual void post(const StoredJob& job) = 0;
  virtual void put_bundle(const std::string& sha256, const std::string& bytes) = 0;
  /// All posted jobs that workers have claimed, until they are removed. Ends the leases whose time is over.
  virtual std::vector<JobNews> news() = 0;
  /// What the worker has handed in for a job, JSON text; "" while there is nothing.
  virtual std::string outcome(const std::string& name) = 0;
  /// The bundle or the replay that the worker has handed in for a job that builds; "" while there is none.
  virtual std::string built(const std::string& name) = 0;
  virtual void remove(const std::string& name) = 0;
  /// No effect if there is none.
  virtual void remove_bundle(const std::string& sha256) = 0;
  /// Removes all its jobs and bundles.
  virtual void remove_all() = 0;

  static constexpr std::chrono::milliseconds kWanted{60'000};
};

/// Posts jobs without playing the tournament that may be kept in the store (Store::job_poster() is for that
/// one's). They are wanted as long as the poster asks for news: those of one that has been silent for kWanted
/// are not claimed any more, and a later poster removes them. Throws NotAStore for a store that can have no
/// jobs, is of another version, or does not exist; StoreError: the database is away.
std::unique_ptr<JobPoster> open_job_poster(const StoreUri& uri);

}  // namespace referee
