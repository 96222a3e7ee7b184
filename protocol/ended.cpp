#include "protocol/ended.h"

#include <utility>
#include <variant>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "protocol/json_writer.h"
#include "protocol/limits.h"
#include "protocol/parse.h"

namespace protocol {

std::optional<Ended> read_ended(std::string_view line) {
  if (line.find("\"ended\"") == std::string_view::npos) {
    return std::nullopt;  // nearly all lines, without a tree
  }
  const auto parsed = parse_line(line);
  const auto* message = std::get_if<Json>(&parsed);
  if (message == nullptr || !message->is_object() || message->value("type", Json()) != "ended") {
    return std::nullopt;
  }
  fields::Object in(*message, "ended");
  Ended ended;
  ended.match = in.text("match", kMaxText);
  ended.how = in.text("how", kMaxHow);
  return in.error() ? std::nullopt : std::optional(std::move(ended));
}

std::string line_of(const Ended& ended) {
  LineWriter out;
  out.field("type", "ended").field("match", ended.match).field("how", fields::brief_text(ended.how, kMaxHow));
  return out.take();
}

}  // namespace protocol
