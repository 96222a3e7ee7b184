#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "referee/tournament/wide_int.h"

namespace referee {

/// What it costs to pair vertices i and j.
using MatchingCost = std::function<WideInt(std::size_t i, std::size_t j)>;

/// The greatest difference between two costs: duals are kept four times as large, and sums of a few of them
/// must still fit.
constexpr WideInt kMaxCostRange = static_cast<WideInt>(1) << 120;
/// Time grows with the cube: 1,000 vertices take a third of a second, these a quarter of a minute.
constexpr std::size_t kMaxMatchingVertices = 4096;

/// Pairs all vertices 0..n-1 at the least total cost; gives each vertex its partner. `cost` is asked once for
/// each i < j. Of several best pairings always the same one. REQUIRES: n is even. Throws std::length_error
/// for more vertices than kMaxMatchingVertices or costs further apart than kMaxCostRange.
///
/// This header and its source are C++17, because LEMON 1.3.1 is.
std::vector<std::size_t> cheapest_perfect_matching(std::size_t n, const MatchingCost& cost);

}  // namespace referee
