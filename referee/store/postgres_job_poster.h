#pragma once

#include <chrono>
#include <cstdint>
#include <memory>

#include "referee/store/job_poster.h"

namespace referee {

/// Posts the jobs of the tournament that is kept in a store, for the referee that has opened it as number
/// `epoch`: see Store::job_poster(). `lease`: how long a session may have a job without a word, or a row that
/// belongs to one without a commit.
std::unique_ptr<JobPoster> open_tournament_poster(const StoreUri& uri, std::int64_t epoch,
                                                  std::chrono::milliseconds lease = kLease);

}  // namespace referee
