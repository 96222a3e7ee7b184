#include "engines/game.h"

#include <nlohmann/json.hpp>

namespace engines {

Json Game::view(Observer observer) const {
  std::string text;
  write_view(observer, text);
  return Json::parse(text);
}

Json Game::step() {
  std::string events;
  step(events);
  return Json::parse(events);
}

std::optional<std::vector<Json>> Game::legal(Seat /*seat*/) const { return std::nullopt; }

void Game::when_ready(std::function<void()> ready) { ready(); }

void Game::complete(std::string& /*events*/) {}

}  // namespace engines
