#include "referee/games/input_controller.h"

#include <array>
#include <cctype>
#include <stdexcept>

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
    default:
      return std::nullopt;
  }
}

std::string_view name_of(Direction way) {
  static constexpr std::array<std::string_view, 4> kNames = {"up", "right", "down", "left"};
  return kNames[static_cast<std::size_t>(way)];
}

std::unique_ptr<InputController> input_controller_of(std::string_view game, const InputSetup& setup) {
  if (game == "planets") {
    return planets_input();
  }
  if (game == "lightcycle") {
    return lightcycle_input(setup);
  }
  if (game == "snake") {
    return snake_input();
  }
  if (game == "walls") {
    return walls_input(setup);
  }
  throw std::logic_error("nobody can steer this game");
}

}  // namespace referee::play
