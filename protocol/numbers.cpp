#include "protocol/numbers.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <nlohmann/json.hpp>

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

/// Where in nested objects and lists a walk over JSON is.
class Place {
 public:
  void string(std::string_view text) { text_ = text; }
  /// A character that is of no string and no number.
  void mark(char c) {
    if (c == '{' || c == '[') {
      levels_.push_back({c == '[', 0, {}});
    } else if (levels_.empty()) {
      return;
    } else if (c == '}' || c == ']') {
      levels_.pop_back();
    } else if (c == ',') {
      ++levels_.back().index;
    } else if (c == ':') {
      levels_.back().key = text_;
    }
  }

  bool is_below(std::string_view key) const {
    return key.empty() || (!levels_.empty() && !levels_.front().is_list && levels_.front().key == key);
  }

  std::string path(std::string text) const {
    for (const Level& level : levels_) {
      if (level.is_list) {
        text.append("[").append(std::to_string(level.index)).append("]");
      } else {
        text.append(text.empty() ? "" : ".").append(level.key);
      }
    }
    return text;
  }

 private:
  struct Level {
    bool is_list = false;
    std::size_t index = 0;
    std::string_view key;
  };

  std::vector<Level> levels_;
  std::string_view text_;  // the latest string, without its quotes
};

}  // namespace

std::optional<fields::Error> wide_integer(std::string_view json, const std::string& root,
                                          std::string_view key) {
  if (!has_long_number(json)) {
    return std::nullopt;
  }
  Place place;
  for (std::size_t at = 0; at < json.size();) {
    const std::size_t begin = at;
    if (json[at] == '"') {
      at = end_of_string(json, begin);
      place.string(json.substr(begin + 1, at - begin - 2));
    } else if (json[at] == '-' || is_digit(json[at])) {
      at = std::min(json.find_first_not_of("+-.0123456789eE", begin), json.size());
      const std::string_view number = json.substr(begin, at - begin);
      if (is_wide(number) && place.is_below(key)) {
        return fields::Error{place.path(root), fields::brief_text(number, kShown),
                             "an integer from -2^63 to 2^64-1: write a larger one as a text"};
      }
    } else {
      place.mark(json[at++]);
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
