#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/json_writer.h"

namespace protocol {

/// Writes one JSON object with its keys in the order of the calls, so that messages and records read like
/// their documentation, and without building a tree for what is sent every turn.
class LineWriter {
 public:
  LineWriter();

  LineWriter& field(std::string_view key, std::string_view value);
  LineWriter& field(std::string_view key, const char* value) { return field(key, std::string_view(value)); }
  template <std::integral Value>
  LineWriter& field(std::string_view key, Value value) {
    writer().key(key).value(value);
    return *this;
  }
  /// Milliseconds with up to three decimals: 812 us is 0.812.
  LineWriter& milliseconds(std::string_view key, std::int64_t microseconds);
  /// Compact JSON; text that is not UTF-8 is replaced.
  LineWriter& json(std::string_view key, const Json& value);
  /// `json` is JSON text already.
  LineWriter& raw(std::string_view key, std::string_view json);

  /// The finished object, without a newline. The writer is used up.
  std::string take();

 private:
  JsonWriter writer() { return JsonWriter(text_, text_.size() > 1); }

  std::string text_;
};

/// Scores as a JSON list: whole numbers without a fraction, as the handouts print them.
Json numbers(const std::vector<double>& values);

}  // namespace protocol
