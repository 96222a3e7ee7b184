#pragma once

#include <memory>
#include <string>

#include "referee/store/job.h"
#include "referee/store/store_uri.h"

namespace referee {

/// Shows people the jobs of a store, of all posters, and its workers. Needs no right but to read. Not
/// thread-safe.
class JobWatch {
 public:
  virtual ~JobWatch() = default;
  /// What waits and who works now. Throws StoreError while the database is away; the next call connects anew.
  virtual JobOverview look() = 0;
};

/// Throws NotAStore for a store that can have no jobs, is of another version, or does not exist;
/// StoreError: the database is away.
std::unique_ptr<JobWatch> open_job_watch(const StoreUri& uri);

/// Lets workers in the database's role `role` come to the jobs of a store, and to nothing else. Needs the
/// rights of the store's owner. Throws as open_job_watch(), and StoreError if there is no such role.
void admit_workers(const StoreUri& uri, const std::string& role);

}  // namespace referee
