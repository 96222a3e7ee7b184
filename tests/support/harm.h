#pragma once

#include <cstdio>
#include <string>
#include <string_view>

#include "referee/base/unicode/unicode.h"

namespace test_support {

/// Harmful text from a bot, a person or a file system: ESC, C1, a bidirectional override and isolate, a
/// zero-width space, a byte that is not UTF-8.
inline constexpr std::string_view kHarm =
    "a\x1b"
    "b\u009bc\u202ed\u2066e\u200b"
    "f\xffg";

/// The harmful characters and bytes of a text in hexadecimal, without line ends and tabs; "" if a terminal
/// may show it.
inline std::string harm_in(std::string_view text) {
  std::string found;
  while (!text.empty()) {
    const auto character = referee::unicode::first_character(text);
    const bool layout = text.front() == '\n' || text.front() == '\t' || text.starts_with("\r\n");
    if (!character.valid || (referee::unicode::is_harmful(character.code) && !layout)) {
      char number[16];
      std::snprintf(number, sizeof(number), "%x",
                    character.valid ? static_cast<unsigned>(character.code)
                                    : static_cast<unsigned>(static_cast<unsigned char>(text.front())));
      found.append(found.empty() ? "" : " ").append(number);
    }
    text.remove_prefix(character.size);
  }
  return found;
}

}  // namespace test_support
