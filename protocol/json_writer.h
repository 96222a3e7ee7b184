#pragma once

#include <array>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace protocol {

using Json = nlohmann::json;

/// Appends compact JSON to a string, without a tree and without strings in between: for what is written every
/// turn. A string that its owner clears and uses again has its usual room soon, and then nothing is
/// allocated.
///
///     JsonWriter out(text);
///     out.begin_object().key("at").pair(3, 4).field("stalled", false).end_object();
///
/// Commas come by themselves. The caller sees to the rest: every begin has its end, and each value in an
/// object its key. Keys stand in the order of the calls; views, events and moves have theirs sorted, as
/// nlohmann's objects do, so that their text is the same however it was made.
class JsonWriter {
 public:
  /// Appends to `out`, which outlives the writer. `follows`: it ends in an object or list that is open and
  /// has a value already, so that a comma comes first.
  explicit JsonWriter(std::string& out, bool follows = false) : out_(out), follows_(follows) {}

  JsonWriter& begin_object() { return begin('{'); }
  JsonWriter& end_object() { return end('}'); }
  JsonWriter& begin_list() { return begin('['); }
  JsonWriter& end_list() { return end(']'); }

  /// A key in an object: characters that JSON does not escape. A literal costs least.
  template <std::size_t N>
  JsonWriter& key(const char (&name)[N]) {
    std::array<char, N + 3> text;  // ,"name":
    text[0] = ',';
    text[1] = '"';
    std::memcpy(&text[2], name, N - 1);
    text[N + 1] = '"';
    text[N + 2] = ':';
    return append(text.data(), text.size(), false);
  }
  JsonWriter& key(std::string_view name) {
    plain(name);
    out_.push_back(':');
    follows_ = false;
    return *this;
  }

  /// A string, escaped; bytes that are not UTF-8 are replaced by U+FFFD.
  JsonWriter& value(std::string_view text);
  JsonWriter& value(const char* text) { return value(std::string_view(text)); }
  /// true, false or a whole number. Characters are no numbers: see plain().
  template <std::integral Value>
  requires(!std::same_as<Value, char>) JsonWriter& value(Value value) {
    if constexpr (std::same_as<Value, bool>) {
      return raw(value ? "true" : "false");
    } else {
      std::array<char, 1 + kMaxNumber> text;
      text[0] = ',';
      const char* const end = std::to_chars(text.data() + 1, text.data() + text.size(), value).ptr;
      return append(text.data(), static_cast<std::size_t>(end - text.data()), true);
    }
  }
  JsonWriter& null() { return raw("null"); }
  /// null if there is nothing.
  template <class Value>
  JsonWriter& value(const std::optional<Value>& value) {
    return value ? this->value(*value) : null();
  }
  /// key() and value() in one.
  template <std::size_t N, class Value>
  JsonWriter& field(const char (&name)[N], const Value& value) {
    return key(name).value(value);
  }

  /// A string of characters that JSON does not escape, which is not looked through: a row of a board.
  JsonWriter& plain(std::string_view text) {
    append(",\"", 2, true);
    out_.append(text);
    out_.push_back('"');
    return *this;
  }
  /// [3,4]
  template <std::integral Value>
  JsonWriter& pair(Value first, Value second) {
    return begin_list().value(first).value(second).end_list();
  }
  /// Milliseconds with up to three decimals: 812 us is 0.812.
  JsonWriter& milliseconds(std::int64_t microseconds);
  /// A value that is JSON text already.
  JsonWriter& raw(std::string_view json) {
    if (follows_) {
      out_.push_back(',');
    }
    out_.append(json);
    follows_ = true;
    return *this;
  }

 private:
  static constexpr std::size_t kMaxNumber = 20;  // digits of a number of 64 bits, its sign included

  JsonWriter& begin(char bracket) {
    const std::array<char, 2> text = {',', bracket};
    return append(text.data(), text.size(), false);
  }
  JsonWriter& end(char bracket) {
    out_.push_back(bracket);
    follows_ = true;
    return *this;
  }
  /// Appends text that begins with a comma, or all but the comma where nothing goes before.
  JsonWriter& append(const char* text, std::size_t size, bool follows) {
    const std::size_t skipped = follows_ ? 0 : 1;
    out_.append(text + skipped, size - skipped);
    follows_ = follows;
    return *this;
  }

  std::string& out_;
  bool follows_;  // the next key or value comes behind a comma
};

/// `text` as a JSON string, quotes included.
std::string json_string(std::string_view text);
/// Compact JSON; never throws: bytes that are not UTF-8 are replaced.
std::string dump(const Json& value);
/// Milliseconds with up to three decimals, as JSON: 812 us is 0.812.
std::string milliseconds_text(std::int64_t microseconds);

}  // namespace protocol
