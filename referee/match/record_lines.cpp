#include "referee/match/record_lines.h"

#include <algorithm>
#include <utility>

#include "protocol/fields.h"
#include "protocol/parse.h"

namespace referee {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kShown = 120;  // bytes of a value in a message
constexpr int kMaxDepth = 64;        // nested values of a line: a record has far fewer

/// "/terminated/0/cause" as ".terminated[0].cause".
std::string as_key_path(const Json::json_pointer& pointer) {
  std::string text;
  for (Json::json_pointer rest = pointer; !rest.empty(); rest.pop_back()) {
    const std::string& key = rest.back();
    const bool index = key.find_first_not_of("0123456789") == std::string::npos;
    text.insert(0, index ? "[" + key + "]" : "." + key);
  }
  return text;
}

std::string shown(const Json& value, const Json::json_pointer& at) {
  return value.contains(at) ? fields::brief(value.at(at), kShown) : "nothing";
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
  if (got == expected) {
    return;
  }
  const Json patch = Json::diff(expected, got);
  const Json::json_pointer at(patch.empty() ? "" : patch.front().at("path").get<std::string>());
  differ(field + as_key_path(at), shown(got, at), shown(expected, at));
}

const Json& RecordLines::member(const Json& object, const std::string& key, const std::string& path) const {
  const auto found = object.is_object() ? object.find(key) : object.end();
  if (!object.is_object() || found == object.end()) {
    differ(path, "nothing", "\"" + key + "\"");
  }
  return *found;
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
  json_ = protocol::depth_of(text) <= kMaxDepth ? Json::parse(text, nullptr, false) : Json();
  if (!complete || !json_.is_object()) {
    json_ = Json::object();
    differ("line", fields::brief(Json(fields::brief_text(text, kShown)), kShown),
           "a JSON object and a newline");
  }
  return true;
}

}  // namespace referee
