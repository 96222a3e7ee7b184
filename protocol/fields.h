#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

/// Strict reading of JSON objects: no silent conversions (2.9 and true are not integers), no overflow, no
/// unknown name taken for a default. One reader serves bots' messages, game options and configuration files.
namespace fields {

using Json = nlohmann::json;

/// Where a value is not what was expected. All parts are worded for the person who wrote the value.
struct Error {
  std::string path;      ///< key path from the outermost object: "options.starts[2]"
  std::string got;       ///< the value as compact JSON, shortened; empty if the key is missing
  std::string expected;  ///< "an odd integer from 3 to 99"
  /// "options.n: got 4, expected an odd integer from 3 to 99"
  std::string text() const;
};

/// An Error on its way to main(): for what an operator wrote. A bot's mistakes are values, never thrown.
class Exception : public std::runtime_error {
 public:
  explicit Exception(Error error) : std::runtime_error(error.text()), error_(std::move(error)) {}
  const Error& error() const { return error_; }

 private:
  Error error_;
};

/// Closed range of integers.
struct Range {
  std::int64_t min = 0;
  std::int64_t max = 0;
};

/// A value as compact JSON of at most `limit` bytes, cut at a UTF-8 boundary and then marked with "...".
std::string brief(const Json& value, std::size_t limit = 60);
/// `text` cut to at most `limit` bytes at a UTF-8 boundary; bytes that are not UTF-8 become U+FFFD.
std::string brief_text(std::string_view text, std::size_t limit);

/// Whether `value` is a JSON integer (2.0 is not) inside `range`; its value then.
std::optional<std::int64_t> as_integer(const Json& value, Range range);

/// Reads one JSON object key by key. The first mistake is kept and every later call returns its fallback, so
/// that callers read all keys in a row and ask error() once. The value must outlive the reader.
class Object {
 public:
  /// `path` names the object in messages; empty for the outermost one.
  Object(const Json& value, std::string path);

  /// Required keys; a missing one is an error. On error: the range's minimum, false or "".
  std::int64_t integer(std::string_view key, Range range);
  bool boolean(std::string_view key);
  std::string text(std::string_view key, std::size_t max_bytes);
  /// Any value; nullptr on error.
  const Json* value(std::string_view key);

  /// Optional keys.
  std::int64_t integer_or(std::string_view key, Range range, std::int64_t fallback);
  bool boolean_or(std::string_view key, bool fallback);
  std::string text_or(std::string_view key, std::size_t max_bytes, std::string fallback);
  /// One of `names`; returns its index.
  std::size_t choice_or(std::string_view key, const std::vector<std::string_view>& names,
                        std::size_t fallback);
  /// The value at `key`; nullptr if it is absent.
  const Json* find(std::string_view key);

  /// Reports every key that no call above has named as unknown: for files and options, where a typing mistake
  /// must not become a default. It is reported instead of a key that is missing, which may be the misspelt
  /// one. To be called when all keys have been asked for; messages ignore unknown keys and do not call it.
  void refuse_unknown();
  /// Records a mistake found by the caller: `key` may be "starts" or "starts[2]".
  void fail(std::string_view key, const Json& got, std::string expected);
  /// Records that a key has to be there.
  void fail_missing(std::string_view key, std::string expected);
  /// Takes over the mistake of a reader of a value inside this object, if it made one. That reader's paths
  /// begin at this object: "map.ghosts[2]".
  void inherit(const std::optional<Error>& inner);

  const std::optional<Error>& error() const { return error_; }
  /// Throws Exception if there is an error(): for a key that is missing, with the unknown key that is
  /// probably the misspelt one, if there is one. So a reader may give up before all keys have been asked for.
  void require() const;

 private:
  const Json* lookup(std::string_view key);
  const Json* required(std::string_view key, const char* expected);
  std::optional<Error> misspelt() const;
  std::string path_of(std::string_view key) const;

  const Json& value_;
  std::string path_;
  std::vector<std::string_view> known_;
  std::optional<Error> error_;
  std::string missing_;  // the key, if error_ is that one is missing
};

}  // namespace fields
