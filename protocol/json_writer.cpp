#include "protocol/json_writer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include <nlohmann/json.hpp>

namespace protocol {
namespace {

/// Nothing in it that JSON escapes, and ASCII only, as nearly every name and word is.
bool is_plain(std::string_view text) {
  return std::ranges::none_of(text, [](char c) { return c < 0x20 || c > 0x7e || c == '"' || c == '\\'; });
}

constexpr std::uint64_t kThousand = 1000;
constexpr std::size_t kDecimals = 3;
constexpr std::size_t kMostDigits = 20;  // of a number of 64 bits

}  // namespace

void append_json_string(std::string& out, std::string_view text, bool follows) {
  if (is_plain(text)) {
    out.append(follows ? ",\"" : "\"", follows ? 2 : 1);
    out.append(text);
    out.push_back('"');
  } else {
    out.append(follows ? "," : "").append(dump(Json(text)));
  }
}

void append_milliseconds(std::string& out, std::int64_t microseconds, bool follows) {
  const bool negative = microseconds < 0;
  const auto size = static_cast<std::uint64_t>(microseconds);
  const std::uint64_t us = negative ? 0 - size : size;  // the least number has no positive twin
  std::array<char, 2 + kMostDigits + 1 + kDecimals + 1>
      text;  // comma, sign, digits, point, decimals; one to spare
  char* end = text.data();
  if (follows) {
    *end++ = ',';
  }
  if (negative) {
    *end++ = '-';
  }
  end = std::to_chars(end, end + kMostDigits, us / kThousand).ptr;
  if (const auto rest = static_cast<int>(us % kThousand); rest > 0) {
    *end++ = '.';
    for (int left = rest, unit = 100; left > 0; left %= unit, unit /= 10) {
      *end++ = static_cast<char>('0' + left / unit);
    }
  }
  out.append(text.data(), static_cast<std::size_t>(end - text.data()));
}

std::string milliseconds_text(std::int64_t microseconds) {
  std::string out;
  append_milliseconds(out, microseconds, false);
  return out;
}

std::string json_string(std::string_view text) {
  std::string out;
  out.reserve(text.size() + 2);
  append_json_string(out, text, false);
  return out;
}

std::string dump(const Json& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

Json numbers(const std::vector<double>& values) {
  Json list = Json::array();
  for (const double value : values) {
    const bool whole = std::nearbyint(value) == value && std::abs(value) < 9e15;
    list.push_back(whole ? Json(static_cast<std::int64_t>(value)) : Json(value));
  }
  return list;
}

}  // namespace protocol
