#pragma once

#include <cstdint>
#include <memory>

#include "referee/store/job_poster.h"

namespace referee {

/// Posts the jobs of the tournament that is kept in a store, for the referee that has opened it as number
/// `epoch`: see Store::job_poster().
std::unique_ptr<JobPoster> open_tournament_poster(const StoreUri& uri, std::int64_t epoch);

}  // namespace referee
