#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "referee/match/difference.h"

namespace referee {

struct Verified {
  std::optional<Difference> difference;  ///< nothing: the record is true
  std::int64_t turns = 0;                ///< replayed
  bool is_void = false;
};

/// Plays a record again from its options, seed, salt and answers, and compares every event, the result, the
/// final view and the digest. `record` is the text of the whole file, whatever it holds; never throws on it.
Verified verify_record(std::string_view record);

}  // namespace referee
