#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "referee/loop/tasks.h"
#include "referee/loop/work_thread.h"
#include "referee/queue/bundle.h"
#include "referee/store/job_poster.h"

namespace referee::queue {

/// Where jobs for workers are posted, and their outcomes are found: a JobPoster on a thread of its own, which
/// does what it is asked in the order of the calls. All functions are called on the loop's thread; all tasks
/// throw StoreError.
class JobBoard {
 public:
  JobBoard(Tasks& tasks, std::unique_ptr<JobPoster> poster);
  /// Removes what is still to be removed. REQUIRES: no coroutine waits.
  ~JobBoard();
  JobBoard(const JobBoard&) = delete;
  JobBoard& operator=(const JobBoard&) = delete;

  /// Returns once it is in the store.
  Task<> post(StoredJob job);
  /// Returns once the bundle is in the store. A bundle that is there already is left as it is.
  Task<> put_bundle(Bundle bundle);
  /// All posted jobs that workers have claimed, until they are removed: see JobPoster::news().
  Task<std::vector<JobNews>> news();
  /// What the worker has handed in for a job, JSON text; "" while there is nothing.
  Task<std::string> outcome(std::string name);
  /// The bundle or the replay that the worker has handed in for a job that builds; "" while there is none.
  Task<std::string> built(std::string name);
  /// The job is not wanted any more: what a worker hands in for it is refused. It need not be there.
  void remove(std::string name);
  /// No job needs that bundle any more. It need not be there.
  void remove_bundle(std::string sha256);
  /// Removes all jobs and bundles. For those of a program that plays no tournament: while the database is
  /// away they end by themselves, which is logged. No StoreError.
  Task<> close();

 private:
  std::unique_ptr<JobPoster> poster_;  // used on the thread of work_
  WorkThread work_;
};

}  // namespace referee::queue
