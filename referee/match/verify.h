#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace referee {

/// The first place where a record is not what replaying it gives.
struct Difference {
  std::size_t line = 0;              ///< from 1
  std::optional<std::int64_t> turn;  ///< of a turn's line
  std::string field;                 ///< "events.laid[0]"
  std::string got;                   ///< what the record says, as JSON, shortened
  std::string expected;              ///< what replaying gives

  /// "line 12, turn 10, events.laid[0]: got 3, expected 2"
  std::string text() const;
};

struct Verified {
  std::optional<Difference> difference;  ///< nothing: the record is true
  std::int64_t turns = 0;                ///< replayed
  bool is_void = false;
};

/// Plays a record again from its options, seed, salt and answers, and compares every event, the result, the
/// final view and the digest. `record` is the text of the whole file, whatever it holds; never throws on it.
Verified verify_record(std::string_view record);

}  // namespace referee
