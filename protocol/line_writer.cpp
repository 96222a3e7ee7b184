#include "protocol/line_writer.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <utility>

#include <nlohmann/json.hpp>

namespace protocol {
namespace {

/// Nothing in it that JSON escapes, and ASCII only, as nearly every name and word is.
bool is_plain(std::string_view text) {
  for (const char c : text) {
    if (c < 0x20 || c > 0x7e || c == '"' || c == '\\') {
      return false;
    }
  }
  return true;
}

}  // namespace

LineWriter& LineWriter::field(std::string_view key, std::string_view value) {
  return raw(key, json_string(value));
}

LineWriter& LineWriter::field(std::string_view key, bool value) { return raw(key, value ? "true" : "false"); }

LineWriter& LineWriter::json(std::string_view key, const Json& value) { return raw(key, dump(value)); }

LineWriter& LineWriter::raw(std::string_view key, std::string_view json) {
  if (text_.size() > 1) {
    text_.push_back(',');
  }
  text_.push_back('"');
  text_.append(key);
  text_.append("\":");
  text_.append(json);
  return *this;
}

std::string LineWriter::take() {
  text_.push_back('}');
  return std::move(text_);
}

std::string json_string(std::string_view text) {
  if (!is_plain(text)) {
    return dump(Json(text));
  }
  std::string out;
  out.reserve(text.size() + 2);
  out.push_back('"');
  out.append(text);
  out.push_back('"');
  return out;
}

Json numbers(const std::vector<double>& values) {
  Json list = Json::array();
  for (const double value : values) {
    const bool whole = std::nearbyint(value) == value && std::abs(value) < 9e15;
    list.push_back(whole ? Json(static_cast<std::int64_t>(value)) : Json(value));
  }
  return list;
}

std::string dump(const Json& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::string milliseconds_text(std::int64_t microseconds) {
  std::array<char, 32> out{};
  const std::int64_t whole = microseconds / 1000;
  const std::int64_t rest = microseconds % 1000;
  if (rest == 0) {
    return std::to_string(whole);
  }
  const bool negative = microseconds < 0;
  const int size = std::snprintf(out.data(), out.size(), "%s%lld.%03lld", negative ? "-" : "",
                                 static_cast<long long>(negative ? -whole : whole),
                                 static_cast<long long>(negative ? -rest : rest));
  std::string text(out.data(), static_cast<std::size_t>(size));
  while (text.back() == '0') {
    text.pop_back();
  }
  return text;
}

}  // namespace protocol
