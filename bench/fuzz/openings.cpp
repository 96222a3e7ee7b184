#include "referee/record/openings.h"

#include <stdexcept>

#include <nlohmann/json.hpp>

#include "bench/fuzz/targets.h"

// A file of openings. It is read for each game that has openings.
namespace fuzz {

void openings(std::string_view input) {
  for (const char* const name : {"walls", "lightcycle", "battleship"}) {
    const engines::Entry& entry = *engines::find_game(name);
    const engines::Json options = engines::Json::object();
    try {
      const auto openings = referee::Openings::listed(input, "openings.jsonl", entry, options);
      const auto game = entry.make(options, {});
      referee::play_given(openings.of(0, entry, options, 0, {}), *game);
      promise(!game->to_move().empty(), "an opening leaves the game undecided");
    } catch (const std::invalid_argument&) {
      continue;
    }
  }
}

}  // namespace fuzz
