#include "bench/search/random_records/draw.h"
#include "bench/search/random_records/random_game.h"

namespace random_records {

Json battleship_options(Rng& rng) {
  if (chance(rng, 300)) {
    return Json::object();
  }
  const std::uint64_t size = between(rng, 5, chance(rng, 900) ? 8 : 20);
  const std::uint64_t rows = chance(rng, 500) ? size : (size + 1) / 2;  // each has room for a ship
  Json ships = Json::array();
  for (std::uint64_t count = between(rng, 1, rows); count > 0; --count) {
    ships.push_back(between(rng, 1, size));
  }
  return Json::object({{"size", size}, {"ships", ships}, {"touching", rows == size}});
}

Json battleship_odd_move(Rng& rng) {
  static const std::array<Json, 8> kMoves = {
      "B7",
      Json::array({0}),
      Json::array({-1, 0}),
      Json::array({0.5, 0}),
      Json::object({{"ships", Json::array()}}),
      Json::object({{"ships", {{{"at", {0, 0}}, {"across", true}, {"length", 2}}}}}),
      Json::object({{"ships", {{{"at", {0, 4}}, {"across", true}, {"length", 5}}}}}),
      Json()};
  if (chance(rng, 400)) {
    return any_of(rng, kMoves);
  }
  return Json::array({engines::below(rng, 6), engines::below(rng, 6)});
}

}  // namespace random_records
