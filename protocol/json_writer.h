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
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace protocol {

using Json = nlohmann::json;

/// Appends `text` as a JSON string, quotes included; bytes that are not UTF-8 are replaced by U+FFFD.
/// `follows`: a comma comes first.
void append_json_string(std::string& out, std::string_view text, bool follows);
/// Appends milliseconds with up to three decimals: 812 us is 0.812. `follows`: a comma comes first.
void append_milliseconds(std::string& out, std::int64_t microseconds, bool follows);
/// `text` as a JSON string, quotes included.
std::string json_string(std::string_view text);
/// Compact JSON; never throws: bytes that are not UTF-8 are replaced.
std::string dump(const Json& value);
/// Milliseconds with up to three decimals, as JSON: 812 us is 0.812.
std::string milliseconds_text(std::int64_t microseconds);
/// Scores as a JSON list: whole numbers without a fraction, as the handouts print them.
Json numbers(const std::vector<double>& values);

/// The calls of the two writers below, which differ in who owns the text: `Self` has `std::string& text()`.
///
///     JsonWriter out(text);
///     out.begin_object().key("at").pair(3, 4).field("stalled", false).end_object();
///
/// Compact JSON is appended without a tree and without strings in between. It writes the commas. The
/// caller sees to the rest: every begin has its end, and each value in an object its key. Keys stand in the
/// order of the calls; views, events and moves have theirs sorted, as nlohmann's objects do, so that their
/// text is the same however it was made.
template <class Self>
class JsonCalls {
 public:
  Self& begin_object() { return begin('{'); }
  Self& end_object() { return end('}'); }
  Self& begin_list() { return begin('['); }
  Self& end_list() { return end(']'); }

  /// A key in an object: characters that JSON does not escape. A literal costs least.
  template <std::size_t N>
  Self& key(const char (&name)[N]) {
    std::array<char, N + 3> text;  // ,"name":
    text[0] = ',';
    text[1] = '"';
    std::memcpy(&text[2], name, N - 1);
    text[N + 1] = '"';
    text[N + 2] = ':';
    return append(text.data(), text.size(), false);
  }
  Self& key(std::string_view name) {
    plain(name);
    out().push_back(':');
    follows_ = false;
    return self();
  }

  /// A string, escaped; bytes that are not UTF-8 are replaced by U+FFFD.
  Self& value(std::string_view text) {
    append_json_string(out(), text, follows_);
    follows_ = true;
    return self();
  }
  Self& value(const char* text) { return value(std::string_view(text)); }
  /// true, false or a whole number. Characters are no numbers: see plain().
  template <std::integral Value>
  requires(!std::same_as<Value, char>) Self& value(Value value) {
    if constexpr (std::same_as<Value, bool>) {
      return raw(value ? "true" : "false");
    } else {
      std::array<char, 1 + kMaxNumber> text;
      text[0] = ',';
      const char* const end = std::to_chars(text.data() + 1, text.data() + text.size(), value).ptr;
      return append(text.data(), static_cast<std::size_t>(end - text.data()), true);
    }
  }
  Self& null() { return raw("null"); }
  /// null if there is nothing.
  template <class Value>
  Self& value(const std::optional<Value>& value) {
    return value ? this->value(*value) : null();
  }
  /// A string of characters that JSON does not escape, which is not looked through: a row of a board.
  Self& plain(std::string_view text) {
    append(",\"", 2, true);
    out().append(text);
    out().push_back('"');
    return self();
  }
  /// [3,4]
  template <std::integral Value>
  Self& pair(Value first, Value second) {
    return begin_list().value(first).value(second).end_list();
  }
  /// Milliseconds with up to three decimals: 812 us is 0.812.
  Self& milliseconds(std::int64_t microseconds) {
    append_milliseconds(out(), microseconds, follows_);
    follows_ = true;
    return self();
  }
  /// A value that is JSON text already.
  Self& raw(std::string_view json) {
    if (follows_) {
      out().push_back(',');
    }
    out().append(json);
    follows_ = true;
    return self();
  }

  /// key() and a value in one.
  template <std::size_t N, class Value>
  Self& field(const char (&name)[N], const Value& value) {
    return key(name).value(value);
  }
  template <class Value>
  Self& field(std::string_view name, const Value& value) {
    return key(name).value(value);
  }
  template <class Name>
  Self& milliseconds(const Name& name, std::int64_t microseconds) {
    return key(name).milliseconds(microseconds);
  }
  template <class Name>
  Self& raw(const Name& name, std::string_view json) {
    return key(name).raw(json);
  }
  /// A tree, as dump() has it.
  template <class Name>
  Self& json(const Name& name, const Json& value) {
    return key(name).raw(dump(value));
  }

 protected:
  /// `follows`: what is appended to ends in an object or list that is open and has a value already, so that a
  /// comma comes first.
  explicit JsonCalls(bool follows) : follows_(follows) {}

 private:
  static constexpr std::size_t kMaxNumber = 20;  // digits of a number of 64 bits, its sign included

  Self& self() { return static_cast<Self&>(*this); }
  std::string& out() { return self().text(); }
  Self& begin(char bracket) {
    const std::array<char, 2> text = {',', bracket};
    return append(text.data(), text.size(), false);
  }
  Self& end(char bracket) {
    out().push_back(bracket);
    follows_ = true;
    return self();
  }
  /// Appends text that begins with a comma, or all but the comma where nothing goes before.
  Self& append(const char* text, std::size_t size, bool follows) {
    const std::size_t skipped = follows_ ? 0 : 1;
    out().append(text + skipped, size - skipped);
    follows_ = follows;
    return self();
  }

  bool follows_;  // the next key or value comes behind a comma
};

/// Appends to a string of the caller's: for what is written every turn. A string that its owner clears and
/// uses again has its usual room soon, and then nothing is allocated.
class JsonWriter final : public JsonCalls<JsonWriter> {
 public:
  /// Appends to `out`, which outlives the writer. `follows`: as JsonCalls has it.
  explicit JsonWriter(std::string& out, bool follows = false) : JsonCalls(follows), out_(out) {}

 private:
  friend JsonCalls;
  std::string& text() { return out_; }

  std::string& out_;
};

/// Writes one JSON object, a message or a line of a record, into a string of its own.
class LineWriter final : public JsonCalls<LineWriter> {
 public:
  LineWriter() : JsonCalls(false) {
    text_.reserve(kUsualLine);
    text_.push_back('{');
  }
  /// The finished object, without a newline. The writer is used up.
  std::string take() {
    text_.push_back('}');
    return std::move(text_);
  }

 private:
  friend JsonCalls;
  static constexpr std::size_t kUsualLine = 160;  // bytes: most lines need no more, and are allocated once
  std::string& text() { return text_; }

  std::string text_;
};

}  // namespace protocol
