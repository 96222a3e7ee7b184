#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "referee/store/job.h"
#include "referee/store/store_uri.h"

namespace referee {

/// Posts jobs in a store without playing the tournament that may be kept there: its jobs are apart from that
/// one's and from those of all other posters. They are wanted as long as it asks for news: those of one that
/// has been silent for kWanted are not claimed any more, and the next poster removes them. Needs the rights
/// of the store's owner. Not thread-safe. All functions throw StoreError while the database is away; the next
/// call connects anew.
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
  /// The bundle that the worker has handed in for a job that builds; "" while there is none.
  virtual std::string built(const std::string& name) = 0;
  virtual void remove(const std::string& name) = 0;
  /// No effect if there is none.
  virtual void remove_bundle(const std::string& sha256) = 0;
  /// Removes all its jobs and bundles.
  virtual void remove_all() = 0;

  static constexpr std::chrono::milliseconds kWanted{60'000};
};

/// Throws NotAStore for a store that can have no jobs, or does not exist.
std::unique_ptr<JobPoster> open_job_poster(const StoreUri& uri);

}  // namespace referee
