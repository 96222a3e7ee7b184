#include "referee/play/defaults.h"

#include <algorithm>
#include <stdexcept>

namespace referee::play {

void complete_options(const GameParts& game, nlohmann::json& options) {
  if (game.complete_options != nullptr) {
    game.complete_options(options);
  }
}

bool is_for_two(const engines::Facts& facts) { return facts.seats == 2 && facts.asked == 1 && !facts.hidden; }

ClockSpec patient_clock() {
  return ClockSpec::read(
      nlohmann::json::parse(R"({"kind":"per_move","ms":86400000,"silence_ms":86400000,"measure":"wall",
                                "rules_time":"none"})"),
      "clock");
}

std::string default_bot(const GameParts& game, std::size_t number) {
  if (game.opponents.empty()) {
    throw std::invalid_argument("no sample bot plays this game: expected a --bot for each other seat");
  }
  return std::string(game.opponents[std::min(number, game.opponents.size() - 1)]);
}

}  // namespace referee::play
