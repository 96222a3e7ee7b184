#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace referee {

/// What it costs to give job `job` to worker `worker`.
using AssignmentCost = std::function<std::int64_t(std::size_t worker, std::size_t job)>;

/// Gives each of n workers one of n jobs, all different, at the least total cost: the job by worker. Of
/// several best ones always the same. Hungarian method, O(n^3). REQUIRES: n times the greatest difference of
/// two costs fits std::int64_t.
std::vector<std::size_t> cheapest_assignment(std::size_t n, const AssignmentCost& cost);

}  // namespace referee
