#include "protocol/json_writer.h"

#include <algorithm>
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
  std::string text = negative ? "-" : "";
  text += std::to_string(us / kThousand);
  if (const std::uint64_t rest = us % kThousand; rest > 0) {
    text += std::to_string(kThousand + rest);  // its leading 1 makes room for zeros, and for the point
    text[text.size() - 1 - kDecimals] = '.';
    text.erase(text.find_last_not_of('0') + 1);
  }
  return text;
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
