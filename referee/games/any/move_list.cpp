#include "referee/games/any/move_list.h"

#include <algorithm>
#include <charconv>

#include "protocol/fields.h"
#include "protocol/require.h"

namespace referee::play {
namespace {

using Json = nlohmann::json;

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  return first == std::string_view::npos ? ""
                                         : text.substr(first, text.find_last_not_of(" \t\r") + 1 - first);
}

/// The number that is all of the text.
std::optional<std::size_t> number_of(std::string_view text) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

Json json_of(std::string_view text) {
  const Json json = Json::parse(text, nullptr, false);
  return json.is_discarded() ? Json(fields::brief_text(text, text.size())) : json;
}

}  // namespace

bool MoveList::is_numbered() const {
  return is_told() && !std::ranges::all_of(*legal_, &Json::is_number_integer);
}

std::string MoveList::entry(std::size_t index) const {
  REQUIRE(index < size());
  const std::string text = fields::brief((*legal_)[index], 60);
  return is_numbered() ? std::to_string(index + 1) + ": " + text : text;
}

std::variant<Json, std::string> MoveList::read(std::string_view typed) const {
  const std::string_view text = trimmed(typed);
  if (text.empty()) {
    return std::string(is_told() ? "Type one of the moves of the list." : "Type a move as JSON.");
  }
  if (const auto number = number_of(text); number && is_numbered()) {
    if (*number >= 1 && *number <= size()) {
      return move(*number - 1);
    }
    return "The list has the numbers 1 to " + std::to_string(size()) + ", not " + std::string(text) + ".";
  }
  Json json = json_of(text);
  if (is_told() && std::ranges::find(*legal_, json) == legal_->end()) {
    return fields::brief(json, 60) + " is not a legal move: choose one of the list.";
  }
  return json;
}

}  // namespace referee::play
