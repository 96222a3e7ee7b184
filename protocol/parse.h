#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

#include <nlohmann/json_fwd.hpp>

namespace protocol {

using Json = nlohmann::json;

/// Why a line is not usable, worded for the bot's author.
struct Unreadable {
  std::string why;
};

/// Calls `see` for each character of `json` that is in no string and no quote. Whether the text ends in a
/// string.
template <class See>
bool outside_strings(std::string_view json, See see) {
  bool in_string = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (in_string) {
      i += c == '\\' ? 1 : 0;  // what is escaped ends no string
      in_string = c != '"';
    } else if (c == '"') {
      in_string = true;
    } else {
      see(c);
    }
  }
  return in_string;
}

/// The deepest nesting of brackets outside strings. To be asked before a parser sees text from elsewhere,
/// because copying and freeing a deep tree takes the stack with it.
int depth_of(std::string_view text);

/// Parses one line as JSON: UTF-8, at most kMaxDepth nested values, numbers that fit. Never throws on its
/// input.
std::variant<Json, Unreadable> parse_line(std::string_view line);

}  // namespace protocol
