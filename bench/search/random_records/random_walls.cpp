#include "bench/search/random_records/draw.h"
#include "bench/search/random_records/random_game.h"

namespace random_records {

Json walls_options(Rng& rng) {
  const std::uint64_t half = chance(rng, 900) ? between(rng, 1, 4) : between(rng, 5, 10);
  return Json::object({{"n", 2 * half + 1}, {"first", engines::below(rng, 2)}});
}

Json walls_odd_move(Rng& rng) {
  static const std::array<Json, 6> kMoves = {"Forward", "back", "", 1, Json::array({"left"}), Json()};
  return any_of(rng, kMoves);
}

}  // namespace random_records
