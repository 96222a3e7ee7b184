#include "engines/game.h"

#include <nlohmann/json.hpp>

#include "protocol/require.h"

namespace engines {

Json Game::view(Observer observer) const {
  std::string text;
  write_view(observer, text);
  return Json::parse(text);
}

Json Game::step() {
  REQUIRE(!to_move().empty());
  std::string events;
  step(events);
  return Json::parse(events);
}

std::optional<std::vector<Json>> Game::legal(Seat /*seat*/) const { return std::nullopt; }

void Game::when_ready(std::function<void()> ready) {
  REQUIRE(pending());
  ready();
}

void Game::complete(std::string& /*events*/) {}

}  // namespace engines
