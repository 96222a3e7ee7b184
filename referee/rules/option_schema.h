#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"

namespace referee::rules {

using Json = nlohmann::json;

/// The JSON Schema of one value: the part of JSON Schema that protocol/RULES_PROGRAM.md lists. Stricter in
/// one point: 2.0 is no integer, as everywhere in the referee.
class ValueSchema {
 public:
  /// Reads a schema; `path` is where it stands, for messages. Throws fields::Exception.
  static ValueSchema read(const Json& json, const std::string& path);

  /// What is wrong with `value`, which stands at `path`; nothing if it is valid.
  std::optional<fields::Error> check(const Json& value, const std::string& path) const;
  /// nullptr: the schema has none.
  const Json* default_value() const { return default_ ? &*default_ : nullptr; }
  /// Valid values at the borders of the schema, the least first: some that are listed, the bounds of a
  /// number, both values of a boolean. None where there is no border.
  std::vector<Json> extremes() const;

 private:
  enum class Type : std::uint8_t { null, boolean, integer, number, string, array, object };
  /// How long a string or a list may be.
  struct Length {
    std::size_t least = 0;
    std::optional<std::size_t> most;

    bool holds(std::size_t size) const { return size >= least && (!most || size <= *most); }
    std::string text() const;
  };

  void read_types(const Json& json, const std::string& path);
  void read_pattern(const Json& json, const std::string& path);
  static Length read_length(fields::Object& in, std::string_view least, std::string_view most);
  static bool is_of(Type type, const Json& value);
  bool admits(const Json& value) const;
  bool admits_text(const std::string& text) const;
  std::string expected() const;
  std::string expected_of(Type type) const;

  std::vector<Type> types_;  // none: all
  std::optional<Json> enum_;
  std::optional<Json> minimum_;
  std::optional<Json> maximum_;
  std::shared_ptr<const ValueSchema> items_;  // null: all
  Length list_;
  Length text_;
  std::string pattern_;
  std::optional<std::regex> compiled_;  // of pattern_
  std::optional<Json> default_;
};

/// What a game lets be chosen: a schema for each option, with its default.
class OptionSchema {
 public:
  /// Reads {"size": {"type": "integer", "default": 3}}; `path` is where it stands, for messages. Throws
  /// fields::Exception.
  static OptionSchema read(const Json& json, const std::string& path);

  /// `options` with the defaults of those that are missing. Throws fields::Exception, with key paths below
  /// "options", if one is not valid or unknown.
  Json complete(const Json& options) const;
  bool has(std::string_view option) const;
  /// Options that differ from their defaults in one, which has a value of ValueSchema::extremes(); then all
  /// at their first extremes, and all at their last. Each is complete and valid.
  std::vector<Json> extremes() const;

 private:
  struct Option {
    std::string name;
    ValueSchema schema;
  };

  std::vector<Option> options_;  // sorted by name
};

}  // namespace referee::rules
