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

}  // namespace engines
