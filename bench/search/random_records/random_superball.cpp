#include <string>
#include <utility>

#include "bench/search/random_records/draw.h"
#include "bench/search/random_records/random_game.h"

namespace random_records {
namespace {

std::string random_colors(Rng& rng) {
  if (chance(rng, 300)) {
    return "pbyrg";
  }
  std::string letters = "abcdefghijklmnopqrstuvwxyz";
  const std::uint64_t count = chance(rng, 950) ? between(rng, 1, 6) : letters.size();
  for (std::size_t i = 0; i < count; ++i) {
    std::swap(letters[i], letters[between(rng, i, letters.size() - 1)]);
  }
  return letters.substr(0, count);
}

std::string spot(Rng& rng) {
  std::string text(" ");
  text.append(std::to_string(engines::below(rng, 12))).append(" ");
  return text.append(std::to_string(engines::below(rng, 12)));
}

}  // namespace

Json superball_options(Rng& rng) {
  Json options = Json::object({{"deal", chance(rng, 500) ? "handout" : "secret"},
                               {"max_moves", chance(rng, 800) ? 300 : between(rng, 1, 40)}});
  if (chance(rng, 200)) {
    return options;  // the handout's board
  }
  options["rows"] = chance(rng, 950) ? between(rng, 5, 12) : between(rng, 13, 40);
  options["cols"] = chance(rng, 950) ? between(rng, 2, 12) : between(rng, 13, 40);
  options["min_score_size"] = between(rng, 1, chance(rng, 800) ? 5 : 10);
  options["colors"] = random_colors(rng);
  return options;
}

Json superball_odd_move(Rng& rng) {
  static const std::array<Json, 8> kMoves = {
      "swap 0 0 1 1", "SWAP 0 0 1", "SCORE 2 0 1", "SCORE -1 0", "", 7, Json::array({"SCORE", 2, 0}), Json()};
  if (chance(rng, 400)) {
    return any_of(rng, kMoves);
  }
  if (chance(rng, 500)) {
    return " \tSCORE" + spot(rng) + "\t ";
  }
  return "SWAP" + spot(rng) + spot(rng);
}

}  // namespace random_records
