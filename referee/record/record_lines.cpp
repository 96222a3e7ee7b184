#include "referee/record/record_lines.h"

#include <algorithm>
#include <utility>

#include "protocol/fields.h"
#include "protocol/json_place.h"
#include "protocol/parse.h"

namespace referee {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kShown = 120;  // bytes of a value in a message
constexpr int kMaxDepth = 64;        // nested values of a line: a record has far fewer

/// A place at which two values differ.
struct Place {
  std::string path;  ///< ".terminated[0].cause"
  const Json* got;   ///< nullptr: nothing is there
  const Json* expected;
};

std::optional<Place> first_difference(const Json* got, const Json* expected);

/// `step` before the path of the place.
std::optional<Place> inside(const std::string& step, std::optional<Place> place) {
  if (place) {
    place->path.insert(0, step);
  }
  return place;
}

const Json* member_of(const Json& object, const std::string& key) {
  const auto found = object.find(key);
  return found == object.end() ? nullptr : &*found;
}

std::optional<Place> difference_of_objects(const Json& got, const Json& expected) {
  for (const auto& [key, value] : expected.items()) {
    if (auto place = first_difference(member_of(got, key), &value)) {
      return inside("." + key, std::move(place));
    }
  }
  for (const auto& [key, value] : got.items()) {
    if (!expected.contains(key)) {
      return Place{"." + key, &value, nullptr};
    }
  }
  return std::nullopt;
}

std::optional<Place> difference_of_lists(const Json& got, const Json& expected) {
  for (std::size_t i = 0; i < std::max(got.size(), expected.size()); ++i) {
    auto place =
        first_difference(i < got.size() ? &got[i] : nullptr, i < expected.size() ? &expected[i] : nullptr);
    if (place) {
      return inside("[" + std::to_string(i) + "]", std::move(place));
    }
  }
  return std::nullopt;
}

/// nullptr: nothing. 0 and 0.0 differ, although a Json compares them as equal.
std::optional<Place> first_difference(const Json* got, const Json* expected) {
  if (got == nullptr || expected == nullptr) {
    return got == expected ? std::nullopt : std::optional(Place{"", got, expected});
  }
  if (got->is_object() && expected->is_object()) {
    return difference_of_objects(*got, *expected);
  }
  if (got->is_array() && expected->is_array()) {
    return difference_of_lists(*got, *expected);
  }
  const bool same = *got == *expected && got->is_number_float() == expected->is_number_float();
  return same ? std::nullopt : std::optional(Place{"", got, expected});
}

std::string shown(const Json* value) { return value == nullptr ? "nothing" : fields::brief(*value, kShown); }

/// How many members all objects of a JSON text have: each has one colon outside strings.
std::size_t members_in(std::string_view text) {
  std::size_t members = 0;
  (void)protocol::outside_strings(text, [&](char c) { members += c == ':' ? 1 : 0; });
  return members;
}

std::size_t members_in(const Json& value) {
  std::size_t members = value.is_object() ? value.size() : 0;
  if (value.is_structured()) {
    for (const Json& inner : value) {
      members += members_in(inner);
    }
  }
  return members;
}

/// The first key of valid JSON that an object has twice. A parser takes its last value, in silence.
std::string repeated_key(std::string_view text) {
  protocol::JsonPlace place;
  std::string repeated;
  const auto follow = [&](int, Json::parse_event_t event, Json& parsed) {
    if (!place.follow(event, parsed) && repeated.empty()) {
      repeated = parsed.get<std::string>();
    }
    return true;
  };
  (void)Json::parse(text, follow);
  return repeated;
}

}  // namespace

std::string Difference::where() const {
  return "line " + std::to_string(line) + (turn ? ", turn " + std::to_string(*turn) : "") + ", " + field;
}

std::string Difference::text() const { return where() + ": got " + got + ", expected " + expected; }

std::optional<std::int64_t> RecordLines::turn() const {
  // The header is line 1, turn 0 is line 2; at the end of the file the missing turn is the next one.
  const auto turn = static_cast<std::int64_t>(line_) - (at_end_ ? 1 : 2);
  return json_.contains("turn") && line_ > 1 ? std::optional(turn) : std::nullopt;
}

void RecordLines::differ(std::string field, std::string got, std::string expected) const {
  throw Difference{std::max<std::size_t>(line_, 1), turn(), std::move(field), std::move(got),
                   std::move(expected)};
}

void RecordLines::note_unknown(const Json& object, const std::string& prefix,
                               std::span<const std::string_view> known, UnknownKeys& unknown) const {
  if (!object.is_object()) {
    return;
  }
  for (const auto& [key, value] : object.items()) {
    if (std::ranges::find(known, key) != known.end()) {
      continue;
    }
    if (++unknown.count <= UnknownKeys::kNamed) {
      unknown.places.push_back(
          Difference{line_, turn(), prefix + fields::brief_text(key, kShown), "", ""}.where());
    }
  }
}

void RecordLines::expect(const std::string& field, const Json& got, const Json& expected) const {
  if (const auto place = first_difference(&got, &expected)) {
    differ(field + place->path, shown(place->got), shown(place->expected));
  }
}

const Json& RecordLines::member(const Json& object, const std::string& key, const std::string& path) const {
  const auto found = object.is_object() ? object.find(key) : object.end();
  if (!object.is_object() || found == object.end()) {
    differ(path, "nothing", "\"" + key + "\"");
  }
  return *found;
}

void RecordLines::expect_none(const Json& object, const std::string& key, const std::string& path,
                              const std::string& why) const {
  if (const auto found = object.find(key); found != object.end()) {
    differ(path, shown(&*found), "nothing: " + why);
  }
}

void RecordLines::refuse_changed_copy(std::string_view text) const {
  constexpr const char* kOriginal = "UTF-8 without a mark, as the referee wrote it: ";
  if (line_ == 1 && text.starts_with("\xEF\xBB\xBF")) {
    differ("byte 1", "a byte order mark (EF BB BF), which a text editor has put there",
           std::string(kOriginal) + "take these three bytes away (tail -c +4 FILE)");
  }
  if (line_ == 1 && (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))) {
    differ("byte 1", "a byte order mark of UTF-16, as PowerShell writes files",
           std::string(kOriginal) + "copy the file anew, or write it back (iconv -f UTF-16 -t UTF-8 FILE)");
  }
  if (text.ends_with('\r')) {
    differ("byte " + std::to_string(text.size()),
           "a carriage return: the line ends with CR LF, as under Windows",
           "LF alone, as the referee wrote it: copy the file anew as it is, or write it back: tr -d '\\r' "
           "<FILE >NEW, or in "
           "PowerShell [IO.File]::WriteAllText('NEW', [IO.File]::ReadAllText('FILE').Replace(\"`r`n\", "
           "\"`n\"))");
  }
}

bool RecordLines::next() {
  at_end_ = end_ == record_.size();
  if (at_end_) {
    return false;
  }
  ++line_;
  begin_ = end_;
  const std::size_t newline = record_.find('\n', begin_);
  const bool complete = newline != std::string_view::npos;
  end_ = complete ? newline + 1 : record_.size();
  const std::string_view text = record_.substr(begin_, (complete ? newline : end_) - begin_);
  json_ = Json::object();
  refuse_changed_copy(text);
  const bool readable = protocol::depth_of(text) <= kMaxDepth && text.find('\0') == std::string_view::npos;
  json_ = readable ? Json::parse(text, nullptr, false) : Json();  // it takes a NUL for the end of the text
  if (!complete || !json_.is_object()) {
    json_ = Json::object();
    differ("line", fields::brief(Json(fields::brief_text(text, kShown)), kShown),
           "a JSON object and a newline");
  }
  if (members_in(text) != members_in(json_)) {
    differ(fields::brief_text(repeated_key(text), kShown), "a second value", "each key of an object once");
  }
  return true;
}

}  // namespace referee
