#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "referee/net/tasks.h"
#include "referee/queue/job_board.h"
#include "referee/queue/offload.h"
#include "referee/store/job_poster.h"

namespace referee::queue {

/// The jobs of one run of a program that plays no tournament, on a thread of its own. While the database is
/// away it tries again for a minute.
class PosterJobBoard final : public JobBoard {
 public:
  PosterJobBoard(Tasks& tasks, std::unique_ptr<JobPoster> poster);
  Task<> post(StoredJob job) override;
  Task<> put_bundle(Bundle bundle) override;
  Task<std::vector<JobNews>> news() override;
  Task<std::string> outcome(const std::string& name) override;
  Task<std::string> built(const std::string& name) override;
  void remove(const std::string& name) override;
  void remove_bundle(const std::string& sha256) override;
  /// Removes all its jobs and bundles. To be awaited before it is destroyed.
  Task<> close();

 private:
  void once(std::function<void()> call);
  template <class Result>
  Task<Result> repeated(std::function<Result()> call);

  Tasks& tasks_;
  std::unique_ptr<JobPoster> poster_;  // used on the thread of work_
  Offload work_;
};

}  // namespace referee::queue
