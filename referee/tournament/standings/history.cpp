#include "referee/tournament/standings/history.h"

#include <charconv>
#include <string_view>
#include <system_error>

namespace referee {
namespace {

/// Reads `letter` and a number from 1 off the front of `text`.
bool take_number(std::string_view& text, char letter, int& number) {
  if (!text.starts_with(letter)) {
    return false;
  }
  const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), number);
  text.remove_prefix(error == std::errc{} ? static_cast<std::size_t>(end - text.data()) : 0);
  return error == std::errc{} && number >= 1;
}

}  // namespace

std::string MatchPlace::id() const {
  std::string text = "r";
  text += std::to_string(round) + "t" + std::to_string(table) + "g" + std::to_string(game_no);
  return text;
}

std::optional<MatchPlace> MatchPlace::parse(const std::string& id) {
  std::string_view rest = id;
  MatchPlace place;
  const bool read = take_number(rest, 'r', place.round) && take_number(rest, 't', place.table) &&
                    take_number(rest, 'g', place.game_no) && rest.empty();
  return read && place.id() == id ? std::optional(place) : std::nullopt;
}

}  // namespace referee
