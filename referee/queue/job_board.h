#pragma once

#include <string>
#include <vector>

#include "referee/net/tasks.h"
#include "referee/queue/bundle.h"
#include "referee/store/job.h"

namespace referee::queue {

/// Where jobs for workers are posted, and their outcomes are found. All functions are called on the loop's
/// thread; all tasks throw StoreError.
class JobBoard {
 public:
  virtual ~JobBoard() = default;
  /// Returns once it is in the store.
  virtual Task<> post(StoredJob job) = 0;
  /// Likewise; one that is there already is left as it is.
  virtual Task<> put_bundle(Bundle bundle) = 0;
  /// As Store::job_news().
  virtual Task<std::vector<JobNews>> news() = 0;
  /// As Store::job_outcome().
  virtual Task<std::string> outcome(const std::string& name) = 0;
  /// As Store::job_built().
  virtual Task<std::string> built(const std::string& name) = 0;
  /// The job is not wanted any more: what a worker hands in for it is refused. It need not be there.
  virtual void remove(const std::string& name) = 0;
  /// No job needs that bundle any more. It need not be there.
  virtual void remove_bundle(const std::string& sha256) = 0;
};

}  // namespace referee::queue
