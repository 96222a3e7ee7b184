#include "protocol/fields.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <nlohmann/json.hpp>

#include "protocol/nearest.h"

namespace fields {
namespace {

constexpr std::string_view kCutMark = "...";
constexpr std::size_t kLongestUtf8 = 4;    // bytes of one character
constexpr std::size_t kMaxKeyInPath = 60;  // bytes; keys may come from anywhere

std::string compact(const Json& scalar) {
  return scalar.dump(-1, ' ', false, Json::error_handler_t::replace);
}

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

/// Cuts valid UTF-8 to at most `limit` bytes between two characters.
void cut(std::string& text, std::size_t limit) {
  if (text.size() <= limit) {
    return;
  }
  while (limit > 0 && is_continuation(text[limit])) {
    --limit;
  }
  text.resize(limit);
}

/// Appends `value` as compact JSON and gives up once `out` is longer than `limit`. Every level of nesting
/// writes a byte, so the recursion is bounded by `limit` too; Json::dump() overflows the stack on deep
/// nesting.
void append(const Json& value, std::size_t limit, std::string& out);

void append_members(const Json& value, std::size_t limit, std::string& out) {
  out += value.is_object() ? '{' : '[';
  bool first = true;
  for (auto it = value.begin(); it != value.end() && out.size() <= limit; ++it) {
    if (!std::exchange(first, false)) {
      out += ',';
    }
    if (value.is_object()) {
      out += compact(Json(brief_text(it.key(), limit + 1))) + ':';
    }
    append(*it, limit, out);
  }
  out += value.is_object() ? '}' : ']';
}

void append(const Json& value, std::size_t limit, std::string& out) {
  if (out.size() > limit) {
    return;
  }
  if (value.is_structured()) {
    append_members(value, limit, out);
  } else if (value.is_string()) {
    // With its quotes a shortened string is over the limit, so that it is marked as cut.
    out += compact(Json(brief_text(value.get_ref<const std::string&>(), limit + kLongestUtf8)));
  } else {
    out += compact(value);
  }
}

std::string integer_in(Range range) {
  if (range.max == std::numeric_limits<std::int64_t>::max()) {
    return "an integer of at least " + std::to_string(range.min);
  }
  return "an integer from " + std::to_string(range.min) + " to " + std::to_string(range.max);
}

std::string text_of(std::size_t max_bytes) {
  return "a string of at most " + std::to_string(max_bytes) + " bytes";
}

bool is_text(const Json& value, std::size_t max_bytes) {
  return value.is_string() && value.get_ref<const std::string&>().size() <= max_bytes;
}

std::string list_of(const std::vector<std::string_view>& names, std::string_view quote) {
  std::string text;
  for (const auto name : names) {
    text.append(text.empty() ? "" : ", ").append(quote).append(name).append(quote);
  }
  return text;
}

/// For the end of what is expected: the one of `names` that was probably meant.
std::string meant_by(const Json& typed, const std::vector<std::string_view>& names) {
  return typed.is_string()
             ? protocol::did_you_mean(typed.get_ref<const std::string&>(), {names.begin(), names.end()})
             : "";
}

}  // namespace

std::string Error::text() const {
  const std::string where = path.empty() ? "" : path + ": ";
  return where + (got.empty() ? "missing" : "got " + got) + ", expected " + expected;
}

std::string brief(const Json& value, std::size_t limit) {
  limit = std::min(limit, std::numeric_limits<std::size_t>::max() / 2);  // room to add to it
  std::string text;
  append(value, limit, text);
  if (text.size() > limit) {
    const std::string_view mark = kCutMark.substr(0, limit);
    cut(text, limit - mark.size());
    text.append(mark);
  }
  return text;
}

std::string brief_text(std::string_view text, std::size_t limit) {
  // A character split by this first cut begins beyond `limit`, and replacing bytes by U+FFFD never shortens.
  const Json head(limit < text.size() ? text.substr(0, limit + kLongestUtf8) : text);
  std::string clean = Json::parse(compact(head)).get<std::string>();
  cut(clean, limit);
  return clean;
}

std::optional<std::int64_t> as_integer(const Json& value, Range range) {
  if (!value.is_number_integer()) {
    return std::nullopt;
  }
  if (value.is_number_unsigned() && !std::in_range<std::int64_t>(value.get<std::uint64_t>())) {
    return std::nullopt;
  }
  const auto number = value.get<std::int64_t>();
  return number >= range.min && number <= range.max ? std::optional(number) : std::nullopt;
}

Object::Object(const Json& value, std::string path) : value_(value), path_(std::move(path)) {
  if (!value_.is_object()) {
    error_ = Error{path_, brief(value_), "an object"};
  }
}

std::int64_t Object::integer(std::string_view key, Range range) {
  const Json* found = lookup(key);
  if (found == nullptr) {
    required(key, integer_in(range).c_str());
    return range.min;
  }
  return integer_or(key, range, range.min);
}

bool Object::boolean(std::string_view key) {
  return required(key, "true or false") != nullptr && boolean_or(key, false);
}

std::string Object::text(std::string_view key, std::size_t max_bytes) {
  if (lookup(key) == nullptr) {
    required(key, text_of(max_bytes).c_str());
    return "";
  }
  return text_or(key, max_bytes, "");
}

const Json* Object::value(std::string_view key) { return required(key, "a value"); }

std::int64_t Object::integer_or(std::string_view key, Range range, std::int64_t fallback) {
  const Json* found = lookup(key);
  if (found == nullptr) {
    return fallback;
  }
  const auto number = as_integer(*found, range);
  if (!number) {
    const bool is_whole =
        found->is_number_float() && std::trunc(found->get<double>()) == found->get<double>();
    fail(key, *found, integer_in(range) + (is_whole ? ": 3, not 3.0" : ""));
  }
  return number.value_or(fallback);
}

bool Object::boolean_or(std::string_view key, bool fallback) {
  const Json* found = lookup(key);
  if (found == nullptr) {
    return fallback;
  }
  if (!found->is_boolean()) {
    fail(key, *found, "true or false");
    return fallback;
  }
  return found->get<bool>();
}

std::string Object::text_or(std::string_view key, std::size_t max_bytes, std::string fallback) {
  const Json* found = lookup(key);
  if (found == nullptr) {
    return fallback;
  }
  if (!is_text(*found, max_bytes)) {
    fail(key, *found, text_of(max_bytes));
    return fallback;
  }
  return found->get<std::string>();
}

std::size_t Object::choice_or(std::string_view key, const std::vector<std::string_view>& names,
                              std::size_t fallback) {
  const Json* found = lookup(key);
  if (found == nullptr) {
    return fallback;
  }
  const auto at =
      found->is_string() ? std::ranges::find(names, found->get_ref<const std::string&>()) : names.end();
  if (at == names.end()) {
    fail(key, *found, "one of " + list_of(names, "\"") + meant_by(*found, names));
    return fallback;
  }
  return static_cast<std::size_t>(at - names.begin());
}

const Json* Object::find(std::string_view key) { return lookup(key); }

void Object::refuse_unknown() {
  if (error_ && !error_->got.empty()) {
    return;
  }
  for (auto it = value_.begin(); it != value_.end(); ++it) {
    if (std::ranges::find(known_, it.key()) == known_.end()) {
      error_.reset();  // a key that is missing may be the one that is misspelt
      fail(it.key(), *it,
           known_.empty() ? "no key at all"
                          : "one of the keys " + list_of(known_, "") + meant_by(it.key(), known_));
      return;
    }
  }
}

void Object::fail(std::string_view key, const Json& got, std::string expected) {
  if (!error_) {
    error_ = Error{path_of(key), brief(got), std::move(expected)};
  }
}

void Object::fail_missing(std::string_view key, std::string expected) {
  if (!error_) {
    error_ = Error{path_of(key), "", std::move(expected)};
    missing_ = key;
  }
}

void Object::inherit(const std::optional<Error>& inner) {
  if (inner && !error_) {
    error_ = inner;
    error_->path.insert(0, path_.empty() ? "" : path_ + ".");
  }
}

void Object::require() const {
  if (error_) {
    throw Exception(misspelt().value_or(*error_));
  }
}

/// The unknown key that was probably meant as the one that is missing; nothing if none is. A reader that
/// gives up before it has asked for all keys has asked for those that are like a required one, as "game" is
/// like "name".
std::optional<Error> Object::misspelt() const {
  if (missing_.empty() || !error_->got.empty()) {
    return std::nullopt;
  }
  for (const auto& [key, value] : value_.items()) {
    const std::string meant = protocol::did_you_mean(key, {missing_});
    if (!meant.empty() && std::ranges::find(known_, key) == known_.end()) {
      return Error{path_of(key), brief(value), "no such key" + meant};
    }
  }
  return std::nullopt;
}

const Json* Object::lookup(std::string_view key) {
  if (std::ranges::find(known_, key) == known_.end()) {
    known_.push_back(key);
  }
  if (error_) {
    return nullptr;
  }
  const auto at = value_.find(key);
  return at == value_.end() ? nullptr : &*at;
}

const Json* Object::required(std::string_view key, const char* expected) {
  const Json* found = lookup(key);
  if (found == nullptr) {
    fail_missing(key, expected);
  }
  return found;
}

std::string Object::path_of(std::string_view key) const {
  return (path_.empty() ? "" : path_ + ".") + brief_text(key, kMaxKeyInPath);
}

}  // namespace fields
