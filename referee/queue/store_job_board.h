#pragma once

#include <string>
#include <vector>

#include "referee/queue/job_board.h"
#include "referee/store/store_writer.h"

namespace referee::queue {

/// The jobs of a tournament, in the store in which it is kept: a job can be removed by the commit of its
/// result. Those of an earlier run are removed.
class StoreJobBoard final : public JobBoard {
 public:
  /// REQUIRES: the store has jobs.
  explicit StoreJobBoard(StoreWriter& store);
  Task<> post(StoredJob job) override;
  Task<> put_bundle(Bundle bundle) override;
  Task<std::vector<JobNews>> news() override;
  Task<std::string> outcome(const std::string& name) override;
  Task<std::string> built(const std::string& name) override;
  void remove(const std::string& name) override;
  void remove_bundle(const std::string& sha256) override;

 private:
  StoreWriter& store_;
};

}  // namespace referee::queue
