#include "referee/games/input_controller.h"

#include <array>
#include <cctype>

namespace referee::play {

std::optional<Direction> direction_of(const screen::KeyPress& key, std::string_view letters) {
  switch (key.key) {
    case screen::Key::up:
      return Direction::up;
    case screen::Key::right:
      return Direction::right;
    case screen::Key::down:
      return Direction::down;
    case screen::Key::left:
      return Direction::left;
    case screen::Key::letter: {
      const auto at = letters.find(static_cast<char>(std::toupper(static_cast<unsigned char>(key.letter))));
      return at == std::string_view::npos ? std::nullopt : std::optional(static_cast<Direction>(at));
    }
    case screen::Key::home:
    case screen::Key::end:
    case screen::Key::page_up:
    case screen::Key::page_down:
    case screen::Key::enter:
    case screen::Key::backspace:
    case screen::Key::escape:
    case screen::Key::resized:
    case screen::Key::gone:
    case screen::Key::other:
      break;
  }
  return std::nullopt;
}

std::string_view name_of(Direction way) {
  static constexpr std::array<std::string_view, 4> kNames = {"up", "right", "down", "left"};
  return kNames[static_cast<std::size_t>(way)];
}

}  // namespace referee::play
