#pragma once

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

/// The deepest nesting of brackets outside strings. To be asked before a parser sees text from elsewhere,
/// because copying and freeing a deep tree takes the stack with it.
int depth_of(std::string_view text);

/// Parses one line as JSON: UTF-8, at most kMaxDepth nested values, numbers that fit. Never throws on its
/// input.
std::variant<Json, Unreadable> parse_line(std::string_view line);

}  // namespace protocol
