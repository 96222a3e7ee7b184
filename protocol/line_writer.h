#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace protocol {

using Json = nlohmann::json;

/// Writes one JSON object with its keys in the order of the calls, so that messages and records read like
/// their documentation, and without building a tree for what is sent every turn.
class LineWriter {
 public:
  LineWriter() { text_.push_back('{'); }

  LineWriter& field(std::string_view key, std::string_view value);
  LineWriter& field(std::string_view key, const char* value) { return field(key, std::string_view(value)); }
  LineWriter& field(std::string_view key, bool value);
  template <std::integral Int>
  requires(!std::same_as<Int, bool>) LineWriter& field(std::string_view key, Int value) {
    return raw(key, std::to_string(value));
  }
  /// Compact JSON; text that is not UTF-8 is replaced.
  LineWriter& json(std::string_view key, const Json& value);
  /// `json` is JSON text already.
  LineWriter& raw(std::string_view key, std::string_view json);

  /// The finished object, without a newline. The writer is used up.
  std::string take();

 private:
  std::string text_;
};

/// `text` as a JSON string, quotes included.
std::string json_string(std::string_view text);
/// Scores as a JSON list: whole numbers without a fraction, as the handouts print them.
Json numbers(const std::vector<double>& values);
/// Compact JSON; never throws.
std::string dump(const Json& value);
/// Milliseconds with up to three decimals, as JSON: 812 us is 0.812.
std::string milliseconds_text(std::int64_t microseconds);

}  // namespace protocol
