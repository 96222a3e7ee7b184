#pragma once

#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

namespace bench {

/// The sizes of a turn's line and of its answer, newlines included.
struct Trip {
  std::size_t request = 0;
  std::size_t answer = 0;
};

/// How a trivial player's match went, as it saw it.
struct PlayedMatch {
  std::vector<Trip> trips;
  double seconds = 0;  ///< from its first turn to its last
};

/// The cheapest bot there is: blocking reads and writes, text search, no JSON, no memory taken on the way, so
/// that a bench measures the referee. Says hello as `name`, answers each turn with `move` (JSON text) of its
/// number among this player's own turns, and returns at the message `end` or the end of input. Throws
/// std::runtime_error if a line does not fit 64 KiB, or for what the referee says against it.
PlayedMatch play_trivially(int in, int out, std::string_view name,
                           const std::function<std::string_view(std::size_t)>& move);

}  // namespace bench
