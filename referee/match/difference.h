#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

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

}  // namespace referee
