#include "engines/registry.h"

#include <algorithm>
#include <array>

#include "engines/battleship/battleship.h"
#include "engines/hosted.h"
#include "engines/lightcycle/lightcycle.h"
#include "engines/planets/planets.h"
#include "engines/snake/snake.h"
#include "engines/superball/superball.h"
#include "engines/walls/walls.h"

namespace engines {
namespace {

constexpr std::array kGames = {
    host<Planets>(), host<LightCycle>(), host<Snake>(), host<Walls>(), host<Superball>(), host<Battleship>(),
};

}  // namespace

std::span<const Entry> games() { return kGames; }

const Entry* find_game(std::string_view name) {
  const auto at = std::ranges::find(kGames, name, &Entry::name);
  return at == kGames.end() ? nullptr : &*at;
}

}  // namespace engines
