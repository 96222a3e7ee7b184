#include "referee/queue/store_job_board.h"

#include <utility>

namespace referee::queue {

StoreJobBoard::StoreJobBoard(StoreWriter& store) : store_(store) { store_.post({store_write::RemoveJobs{}}); }

Task<> StoreJobBoard::post(StoredJob job) {
  std::vector<StoreWrite> writes;
  writes.emplace_back(store_write::PostJob{std::move(job)});
  return store_.write(std::move(writes));
}

Task<> StoreJobBoard::put_bundle(Bundle bundle) {
  std::vector<StoreWrite> writes;
  writes.emplace_back(store_write::PutBundle{std::move(bundle.sha256), std::move(bundle.bytes)});
  return store_.write(std::move(writes));
}

Task<std::vector<JobNews>> StoreJobBoard::news() { return store_.job_news(); }

Task<std::string> StoreJobBoard::outcome(const std::string& name) { return store_.job_outcome(name); }

Task<std::string> StoreJobBoard::built(const std::string& name) { return store_.job_built(name); }

void StoreJobBoard::remove(const std::string& name) { store_.post({store_write::RemoveJob{name}}); }

void StoreJobBoard::remove_bundle(const std::string& sha256) {
  store_.post({store_write::RemoveBundle{sha256}});
}

}  // namespace referee::queue
