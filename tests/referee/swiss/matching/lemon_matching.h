#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace referee::swiss {

/// LEMON asks std::numeric_limits about it, so it cannot be wider.
using LemonWeight = std::int64_t;

/// The greatest total weight of a matching, found by LEMON. weights[u * n + v], symmetric, at most 2^50; 0 is
/// no edge.
/// This header and its source are C++17, because LEMON 1.3.1 is.
LemonWeight lemon_total(std::size_t n, const std::vector<LemonWeight>& weights);

}  // namespace referee::swiss
