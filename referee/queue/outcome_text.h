#pragma once

#include <cstddef>
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace referee::queue {

/// The most values in what a worker hands in, nested or not: some 60 MB of memory. Its record is one of them.
inline constexpr std::size_t kMostValues = 1'000'000;

/// Reads what a worker has handed in for a job, which may be anything of up to WorkerBounds::kHandedIn bytes.
/// Throws std::runtime_error, before memory grows with it, if it is nested deeper than protocol::kMaxDepth or
/// has more than kMostValues values; nlohmann's exceptions if it is no JSON.
nlohmann::json parse_outcome(const std::string& text);

}  // namespace referee::queue
