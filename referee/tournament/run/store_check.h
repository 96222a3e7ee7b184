#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "referee/store/store.h"

namespace referee {

enum class CheckDepth {
  read,   ///< everything can be read, and records have the digest and seal of their bytes
  replay  ///< and each record is played again, turn by turn
};

/// What an examination of a store has found.
struct StoreCheck {
  static constexpr std::size_t kNamed = 50;

  std::size_t entrants = 0;
  std::size_t rounds = 0;
  std::size_t records = 0;  ///< one for each attempt; a running one is taken as far as it is written
  std::int64_t turns = 0;   ///< that were played again
  std::vector<std::string>
      problems;                   ///< for people, the first kNamed: "r1t3g2, attempt 1: record: line 4, ..."
  std::size_t problem_count = 0;  ///< of all problems, also those that are not named
};

/// Examines a store, whether a referee is running on it or not: the storage itself, then pairings, results
/// and records. A store in which no tournament has been begun is sound.
StoreCheck check_stored(Store& store, CheckDepth depth);

}  // namespace referee
