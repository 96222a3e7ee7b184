#include <string>

#include "bench/search/random_records/draw.h"
#include "bench/search/random_records/random_game.h"
#include "engines/planets/builtin_maps.h"
#include "tests/engines/planets_random_map.h"

namespace random_records {

Json planets_options(Rng& rng) {
  if (chance(rng, 900)) {
    return Json::object({{"map", engines::random_planets_map(rng)}});
  }
  const auto maps = engines::planets_map_files();
  return Json::object({{"map", std::string(maps[engines::below(rng, maps.size())].name)}});
}

Json planets_odd_move(Rng& rng) {
  static const std::array<Json, 7> kMoves = {"u", "UP", "", "UD", 0, Json::array({"U"}), Json()};
  return any_of(rng, kMoves);
}

}  // namespace random_records
