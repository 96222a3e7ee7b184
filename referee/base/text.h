#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "protocol/fields.h"
#include "referee/base/units.h"

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

/// `text` as one line that is safe in a log and on a terminal, and from which the text can be told exactly:
/// control characters (C0, DEL, C1), separators of lines, marks that turn the direction
/// of writing and bytes that are not UTF-8 become \xNN
/// byte by byte, or \n \r \t; a backslash becomes two.
std::string escaped(std::string_view text);

/// One word as it is typed in a shell: in single quotes if it has anything but letters, digits and
/// _@%+=:,./-.
std::string shell_quoted(std::string_view word);
/// Words as a command line that a shell, or --bot, splits into the same words again.
std::string shell_command(const std::vector<std::string>& words);

/// "12.345 ms", for messages to people.
std::string ms_text(Microseconds time);
/// A number with so many decimals.
std::string fixed_text(double value, int decimals);
/// With two decimals at most: "3.25", "3".
std::string decimal_text(double value);
/// A game's score as its rules give it: whole numbers without a fraction.
std::string score_text(double score);

}  // namespace referee
