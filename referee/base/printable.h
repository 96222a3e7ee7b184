#pragma once

#include <string>
#include <string_view>

#include "protocol/fields.h"

namespace referee {

/// Bytes of a name, a display or a note in a report; longer ones are cut.
inline constexpr std::size_t kShownText = 200;

/// Text of a bot's, safe on a terminal: UTF-8, at most `limit` bytes, control characters as "?".
inline std::string printable(std::string_view text, std::size_t limit) {
  std::string out = fields::brief_text(text, limit);
  for (char& c : out) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) {
      c = '?';
    }
  }
  return out;
}

}  // namespace referee
