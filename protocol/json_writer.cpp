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
constexpr std::size_t kDigits = 20;  // of the greatest number of 64 bits

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
  if (is_plain(text)) {
    out.append(1, '"').append(text).append(1, '"');
  } else {
    out.append(dump(Json(text)));
  }
}

std::string milliseconds_text(std::int64_t microseconds) {
  const bool negative = microseconds < 0;
  const auto size = static_cast<std::uint64_t>(microseconds);
  const std::uint64_t us = negative ? 0 - size : size;  // the least number has no positive twin
  std::array<char, 2 + kDigits + kDecimals> text;       // a sign and a point beside the digits
  text[0] = '-';
  char* end = text.data() + (negative ? 1 : 0);
  end = std::to_chars(end, text.data() + text.size(), us / kThousand).ptr;
  if (const std::uint64_t rest = us % kThousand; rest > 0) {
    std::to_chars(end, text.data() + text.size(), kThousand + rest);  // its leading 1 makes room for zeros
    *end = '.';
    end += 1 + kDecimals;
    while (end[-1] == '0') {
      --end;
    }
  }
  return {text.data(), static_cast<std::size_t>(end - text.data())};
}

std::string json_string(std::string_view text) {
  std::string out;
  out.reserve(text.size() + 2);
  append_json_string(out, text);
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
