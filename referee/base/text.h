#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <vector>

#include "referee/base/units.h"

namespace referee {

/// Bytes of a name, a display or a note in a report; longer ones are cut.
inline constexpr std::size_t kShownText = 200;

// Text from outside: what a bot, a person, a file, the name of a file or a command may hold anything in. It
// passes one of these four on its way to a terminal, a log, a page or a report. unicode::is_harmful says
// which characters do not pass as they are.

/// For people: UTF-8 of at most `limit` bytes, each harmful character as "?", what is not UTF-8 as U+FFFD.
std::string printable(std::string_view text, std::size_t limit = std::string_view::npos);

/// For messages and logs, as one line from which the text can be told exactly: harmful characters, and bytes
/// that are not UTF-8, become \xNN byte by byte, or \n \r \t; a backslash becomes two. The characters of
/// `kept` stay as they are: "\n" in a text of several lines; "\\" in a message of ours, whose own quotes hold
/// escapes already.
std::string escaped(std::string_view text, std::string_view kept = {});

/// For HTML and XML, between tags or in quotes: printable(), with references for & < > " and '.
std::string markup(std::string_view text, std::size_t limit = std::string_view::npos);

/// For JSON text: the same values, with each harmful character in a string as \uXXXX.
/// REQUIRES: `json` is JSON, so UTF-8 whose strings have C0 escaped, as all our writers make it.
std::string escaped_json(std::string json);

/// One word as it is typed in a shell: in single quotes if it has anything but letters, digits and
/// _@%+=:,./-.
std::string shell_quoted(std::string_view word);
/// Words as a command line that a shell, or --bot, splits into the same words again.
std::string shell_command(const std::vector<std::string>& words);

/// "12.345 ms", for messages to people.
std::string ms_text(Microseconds time);
/// "1 round", "5 rounds", "2 matches". `nouns`: the plural, where it is not the noun and an s.
template <std::integral Number>
std::string counted(Number number, std::string_view noun, std::string_view nouns = {}) {
  const bool regular = number == 1 || nouns.empty();
  return std::to_string(number)
      .append(" ")
      .append(regular ? noun : nouns)
      .append(regular && number != 1 ? "s" : "");
}
/// "The walls" of "the walls". "" stays.
std::string capitalised(std::string text);
/// A number with so many decimals.
std::string fixed_text(double value, int decimals);
/// A number as text with two decimals at most: "3.25", "3".
std::string decimal_text(double value);
/// A game's score for people: whole numbers without a fraction, others with at most twelve digits.
std::string score_text(double score);

}  // namespace referee
