#pragma once

#include <sys/types.h>

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

/// A match as its trivial player saw it.
struct PlayedMatch {
  std::vector<Trip> trips;
  double seconds = 0;      ///< from its first turn to its last
  double cpu_us_turn = 0;  ///< processor time of the referee from one of its turns to the next
};

/// The cheapest possible bot: blocking reads and writes, text search, no JSON, no allocation during play, so
/// that a bench measures the referee. Says hello as `name`, answers its n-th turn with `move`(n) (JSON text),
/// and returns at the message `end` or the end of input. `referee`: the process that it plays with. Throws
/// std::runtime_error if a line does not fit 64 KiB, or for an error message of the referee.
PlayedMatch play_trivially(int in, int out, std::string_view name,
                           const std::function<std::string_view(std::size_t)>& move, pid_t referee);

}  // namespace bench
