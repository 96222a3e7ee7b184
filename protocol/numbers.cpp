#include "protocol/numbers.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include <nlohmann/json.hpp>

#include "protocol/json_place.h"

namespace protocol {
namespace {

constexpr std::string_view kLeast = "9223372036854775808";      // without its sign
constexpr std::string_view kGreatest = "18446744073709551615";  // 2^64-1
constexpr std::size_t kShown = 60;                              // bytes of a number in a message

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Whether that number of JSON is an integer that 64 bits do not hold.
bool is_wide(std::string_view number) {
  const bool negative = number.starts_with('-');
  const std::string_view digits = number.substr(negative ? 1 : 0);
  const std::string_view most = negative ? kLeast : kGreatest;
  return digits.size() >= most.size() && std::ranges::all_of(digits, is_digit) &&
         (digits.size() > most.size() || digits > most);
}

/// Whether so many digits stand together that they may be too many for 64 bits. Nearly no line has them, so
/// this looks at one character of 19.
bool has_long_number(std::string_view json) {
  constexpr std::size_t kRun = kLeast.size();
  for (std::size_t at = kRun - 1; at < json.size(); at += kRun) {
    if (!is_digit(json[at])) {
      continue;
    }
    const std::size_t begin = json.find_last_not_of("0123456789", at) + 1;  // npos + 1 is 0
    const std::size_t end = std::min(json.find_first_not_of("0123456789", at), json.size());
    if (end - begin >= kRun) {
      return true;
    }
  }
  return false;
}

/// Behind the string that begins at `begin`.
std::size_t end_of_string(std::string_view json, std::size_t begin) {
  std::size_t at = begin + 1;
  while (at < json.size() && json[at] != '"') {
    at += json[at] == '\\' ? 2 : 1;
  }
  return std::min(at + 1, json.size());
}

/// A character that is of no string and no number. `text`: the latest string, without its quotes.
void follow(JsonPlace& place, char c, std::string_view text) {
  if (c == '{' || c == '[') {
    place.open(c == '[');
  } else if (c == '}' || c == ']') {
    place.close();
  } else if (c == ',') {
    place.next();
  } else if (c == ':') {
    (void)place.key(std::string(text));
  }
}

}  // namespace

std::optional<fields::Error> wide_integer(std::string_view json, const std::string& root,
                                          std::string_view key) {
  if (!has_long_number(json)) {
    return std::nullopt;
  }
  JsonPlace place;
  std::string_view text;  // the latest string
  for (std::size_t at = 0; at < json.size();) {
    const std::size_t begin = at;
    if (json[at] == '"') {
      at = end_of_string(json, begin);
      text = json.substr(begin + 1, at - begin - 2);
    } else if (json[at] == '-' || is_digit(json[at])) {
      at = std::min(json.find_first_not_of("+-.0123456789eE", begin), json.size());
      const std::string_view number = json.substr(begin, at - begin);
      if (is_wide(number) && (key.empty() || place.is_below(key))) {
        return fields::Error{place.path(root), fields::brief_text(number, kShown),
                             "an integer from -2^63 to 2^64-1: write a larger one as a text"};
      }
    } else {
      follow(place, json[at++], text);
    }
  }
  return std::nullopt;
}

std::optional<double> as_score(const nlohmann::json& value) {
  if (!value.is_number()) {
    return std::nullopt;
  }
  const auto score = value.get<double>();
  if (value.is_number_float()) {
    return std::isfinite(score) ? std::optional(score) : std::nullopt;
  }
  constexpr double kBeyond = 18446744073709551616.0;  // 2^64
  const auto number = value.get<std::uint64_t>();     // modulo 2^64
  const std::uint64_t size =
      value.is_number_unsigned() || value.get<std::int64_t>() >= 0 ? number : 0 - number;
  const double rounded = std::abs(score);
  const bool exact = rounded < kBeyond && static_cast<std::uint64_t>(rounded) == size;
  return exact ? std::optional(score) : std::nullopt;
}

}  // namespace protocol
