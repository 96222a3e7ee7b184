#pragma once

#include <span>
#include <string>

#include <nlohmann/json.hpp>

#include "engines/game.h"

/// Reads the views of plain rules, which write text, as JSON trees, like those of the virtual Game.
namespace test_support {

/// The view that the rules write, as a tree.
template <engines::Rules G>
engines::Json view_of(const G& game) {
  std::string text;
  engines::JsonWriter out(text);
  game.write_view(engines::Observer::everybody(), out);
  return engines::Json::parse(text);
}

/// Plays one step; its events as a tree.
template <engines::Rules G>
engines::Json apply(G& game, std::span<const engines::Answer<typename G::Move>> by_seat) {
  std::string text;
  engines::JsonWriter out(text);
  game.apply(by_seat, out);
  return engines::Json::parse(text);
}

}  // namespace test_support
