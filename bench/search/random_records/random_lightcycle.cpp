#include <algorithm>
#include <utility>
#include <vector>

#include "bench/search/random_records/draw.h"
#include "bench/search/random_records/random_game.h"

namespace random_records {
namespace {

/// `teams` x `cycles` different cells of a grid.
Json random_starts(Rng& rng, std::uint64_t size, std::uint64_t teams, std::uint64_t cycles) {
  std::vector<Json> cells;
  for (std::uint64_t x = 0; x < size; ++x) {
    for (std::uint64_t y = 0; y < size; ++y) {
      cells.push_back(Json::array({x, y}));
    }
  }
  Json starts = Json::array();
  for (std::uint64_t team = 0; team < teams; ++team) {
    starts.push_back(Json::array());
    for (std::uint64_t cycle = 0; cycle < cycles; ++cycle) {
      std::swap(cells[engines::below(rng, cells.size())], cells.back());
      starts.back().push_back(std::move(cells.back()));
      cells.pop_back();
    }
    if (cycles > 1 && chance(rng, 300)) {
      starts.back().erase(0);  // teams may differ in size
    }
  }
  return starts;
}

}  // namespace

Json lightcycle_options(Rng& rng) {
  if (chance(rng, 10)) {
    return Json::object();  // the handout's
  }
  const std::uint64_t size = chance(rng, 900) ? between(rng, 3, 16) : between(rng, 17, 40);
  const std::uint64_t teams = between(rng, 2, chance(rng, 900) ? std::min<std::uint64_t>(size, 4) : size);
  const std::uint64_t cycles = between(rng, 1, std::min<std::uint64_t>(size * size / teams, 3));
  return Json::object({{"size", size}, {"starts", random_starts(rng, size, teams, cycles)}});
}

Json lightcycle_odd_move(Rng& rng) {
  static const std::array<Json, 5> kMoves = {Json::array(), Json::object(), "left", Json(),
                                             Json::parse("[[1,2.5]]")};
  if (chance(rng, 400)) {
    return any_of(rng, kMoves);
  }
  // Any cells, also off the grid: with the right number of cells a legal answer, which ends most cycles.
  Json cells = Json::array();
  for (std::uint64_t cycle = between(rng, 1, 3); cycle > 0; --cycle) {
    cells.push_back(
        Json::array({engines::below(rng, 20), static_cast<std::int64_t>(engines::below(rng, 20)) - 2}));
  }
  return cells;
}

}  // namespace random_records
