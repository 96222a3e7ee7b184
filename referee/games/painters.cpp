#include "referee/games/painters.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include <nlohmann/json.hpp>

namespace referee::screen {
namespace {

struct Line {
  std::string_view game;
  std::unique_ptr<Painter> (*make)(const nlohmann::json& setup);
};
constexpr std::array kPainters = {
    Line{"planets", planets_painter}, Line{"lightcycle", lightcycle_painter}, Line{"snake", snake_painter},
    Line{"walls", walls_painter},     Line{"superball", superball_painter},
};

}  // namespace

std::unique_ptr<Painter> painter_of(std::string_view game, const nlohmann::json& setup) {
  const auto found = std::ranges::find(kPainters, game, &Line::game);
  if (found == kPainters.end()) {
    throw std::logic_error("no painter for " + std::string(game));
  }
  return found->make(setup);
}

}  // namespace referee::screen
