#include "tests/engines/planets_random_map.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "engines/random.h"

namespace engines {
namespace {

using Places = std::vector<Json>;  // cells [row,column] where nothing starts yet

std::uint64_t between(Rng& rng, std::uint64_t min, std::uint64_t max) {
  return min + below(rng, max - min + 1);
}

bool chance(Rng& rng, std::uint64_t percent) { return below(rng, 100) < percent; }

/// Mostly small, so that ships and ghosts meet.
std::uint64_t side(Rng& rng) { return chance(rng, 80) ? between(rng, 1, 8) : between(rng, 1, 24); }

Json random_grid(Rng& rng) {
  const std::uint64_t rows = side(rng);
  const std::uint64_t cols = std::max<std::uint64_t>(side(rng), rows == 1 ? 2 : 1);
  const std::uint64_t asteroids = below(rng, 4) * 15;  // percent
  const std::uint64_t nebulae = below(rng, 4) * 15;
  Json grid = Json::array();
  for (std::uint64_t row = 0; row < rows; ++row) {
    Json cells = Json::array();
    for (std::uint64_t col = 0; col < cols; ++col) {
      const bool asteroid = chance(rng, asteroids);
      const std::uint64_t nebula = chance(rng, nebulae) ? between(rng, 1, 5) : 0;
      cells.push_back(asteroid ? Json() : Json(nebula));
    }
    grid.push_back(std::move(cells));
  }
  return grid;
}

Places passable(const Json& grid) {
  Places places;
  for (std::size_t row = 0; row < grid.size(); ++row) {
    for (std::size_t col = 0; col < grid[row].size(); ++col) {
      if (!grid[row][col].is_null()) {
        places.push_back(Json::array({row, col}));
      }
    }
  }
  return places;
}

/// REQUIRES: there is a place left.
Json take(Places& places, Rng& rng) {
  std::swap(places[below(rng, places.size())], places.back());
  Json place = std::move(places.back());
  places.pop_back();
  return place;
}

Json random_ghost(Places& places, Rng& rng) {
  Json ghost = Json::object({{"location", take(places, rng)}, {"transparency", below(rng, 3)}});
  ghost["type"] = chance(rng, 50) ? "towardplayer" : "backandforth";
  if (ghost["type"] == "backandforth") {
    ghost["heading"] = std::string(1, "UDLR"[below(rng, 4)]);
  }
  return ghost;
}

}  // namespace

Json random_planets_map(Rng& rng) {
  Json grid = random_grid(rng);
  Places places = passable(grid);
  while (places.size() < 2) {
    grid = random_grid(rng);
    places = passable(grid);
  }
  Json map = Json::object({{"name", "random"}, {"turns", between(rng, 1, 150)}});
  map["grid"] = std::move(grid);
  map["ship"] = take(places, rng);
  map["scraps"] = Json::array();
  for (std::uint64_t wanted = between(rng, 1, 8); wanted > 0 && !places.empty(); --wanted) {
    map["scraps"].push_back(Json::object({{"location", take(places, rng)}, {"value", between(rng, 1, 50)}}));
  }
  map["ghosts"] = Json::array();
  for (std::uint64_t wanted = below(rng, 4) * below(rng, 5); wanted > 0 && !places.empty(); --wanted) {
    map["ghosts"].push_back(random_ghost(places, rng));
  }
  return map;
}

}  // namespace engines
