#include "sample_bots/cpp/planets/world.h"

#include <algorithm>
#include <stdexcept>

#include <nlohmann/json.hpp>

namespace planets {

Body ship_after(const Map& map, Body ship, Move move) {
  if (ship.held > 0) {
    return {ship.at, ship.held - 1};
  }
  const Cell target = map.ship_after(ship.at, move);
  return {target, target == ship.at ? 0 : map.nebula(target)};  // only a change of cell starts a hold
}

World World::read(const Map& map, const Json& view) {
  World world;
  const Json& ship = view.at("ship");
  world.ship = {map.cell(ship.at("location")), ship.at("held").get<int>()};
  world.score = ship.at("score").get<std::int64_t>();
  world.remaining_turns = view.at("remaining_turns").get<int>();
  world.scraps.assign(map.scraps().size(), 0);
  for (const Json& scrap : view.at("scraps")) {
    const int number = map.scrap_on(map.cell(scrap.at("location")));
    if (number < 0) {
      throw std::invalid_argument("a scrap that the map does not have: " + scrap.dump());
    }
    world.scraps[static_cast<std::size_t>(number)] = 1;
  }
  for (const Json& ghost : view.at("ghosts")) {
    world.ghosts.push_back(Ghost::read(map, ghost));
  }
  return world;
}

Fate World::step(const Map& map, Move move) {
  const Cell before = ship.at;
  ship = ship_after(map, ship, move);
  bool caught = false;
  for (Ghost& ghost : ghosts) {
    const Cell ghost_before = ghost.body.at;
    ghost.advance(map, before);
    caught = catches(ghost_before, ghost.body.at, before, ship.at) || caught;
  }
  if (const int number = map.scrap_on(ship.at); number >= 0) {
    auto& is_left = scraps[static_cast<std::size_t>(number)];
    score += is_left != 0 ? map.scraps()[static_cast<std::size_t>(number)].value : 0;
    is_left = 0;
  }
  --remaining_turns;
  if (caught) {
    return Fate::caught;
  }
  if (std::ranges::count(scraps, 1) == 0) {
    return Fate::won;
  }
  return remaining_turns > 0 ? Fate::on : Fate::out_of_turns;
}

}  // namespace planets
