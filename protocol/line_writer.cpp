#include "protocol/line_writer.h"

#include <cmath>
#include <utility>

#include <nlohmann/json.hpp>

namespace protocol {
namespace {

constexpr std::size_t kUsualLine = 160;  // bytes: most lines need no more, and are allocated once

}  // namespace

LineWriter::LineWriter() {
  text_.reserve(kUsualLine);
  text_.push_back('{');
}

LineWriter& LineWriter::field(std::string_view key, std::string_view value) {
  writer().key(key).value(value);
  return *this;
}

LineWriter& LineWriter::milliseconds(std::string_view key, std::int64_t microseconds) {
  writer().key(key).milliseconds(microseconds);
  return *this;
}

LineWriter& LineWriter::json(std::string_view key, const Json& value) { return raw(key, dump(value)); }

LineWriter& LineWriter::raw(std::string_view key, std::string_view json) {
  writer().key(key).raw(json);
  return *this;
}

std::string LineWriter::take() {
  text_.push_back('}');
  return std::move(text_);
}

Json numbers(const std::vector<double>& values) {
  Json list = Json::array();
  for (const double value : values) {
    const bool whole = std::nearbyint(value) == value && std::abs(value) < 9e15;
    list.push_back(whole ? Json(static_cast<std::int64_t>(value)) : Json(value));
  }
  return list;
}

}  // namespace protocol
