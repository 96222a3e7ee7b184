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
  /// Returns once the bundle is in the store. A bundle that is there already is left as it is.
  virtual Task<> put_bundle(Bundle bundle) = 0;
  /// All posted jobs that workers have claimed, until they are removed: see Store::job_news().
  virtual Task<std::vector<JobNews>> news() = 0;
  /// What the worker has handed in for a job, JSON text; "" while there is nothing.
  virtual Task<std::string> outcome(const std::string& name) = 0;
  /// The bundle that the worker has handed in for a job that builds; "" while there is none.
  virtual Task<std::string> built(const std::string& name) = 0;
  /// The job is not wanted any more: what a worker hands in for it is refused. It need not be there.
  virtual void remove(const std::string& name) = 0;
  /// No job needs that bundle any more. It need not be there.
  virtual void remove_bundle(const std::string& sha256) = 0;
};

}  // namespace referee::queue
