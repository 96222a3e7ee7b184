#include "referee/games/superball/text.h"

#include <variant>

#include "engines/registry.h"

namespace referee::play {

SuperballText::SuperballText(const Json& options, const engines::Seed& seed)
    : game_(engines::find_game("superball")->make(options, seed)) {}

SuperballText::Reply SuperballText::receive(std::string_view line) {
  auto submitted = game_->submit(0, Json(line));
  if (const auto* refusal = std::get_if<engines::Refusal>(&submitted)) {
    return {std::nullopt, refusal->why};
  }
  game_->settle(0, engines::Microseconds{0}, false);
  game_->step();
  return {Json::parse(std::get<std::string>(submitted)), ""};
}

}  // namespace referee::play
