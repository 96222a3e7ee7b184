#include "referee/play/defaults.h"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "referee/rules/ready_bots.h"

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

std::string default_bot(const engines::Entry& game, std::size_t number) {
  const auto samples = parts_of(game.name).opponents;
  std::vector<std::string> bots(samples.begin(), samples.end());
  if (bots.empty()) {
    bots = rules::bots_of(game);
  }
  if (bots.empty()) {
    throw std::invalid_argument("no bot plays this game: expected a --bot for each other seat" +
                                std::string(game.folder().empty() ? "" : ", or \"bots\" in its game.json"));
  }
  return bots[std::min(number, bots.size() - 1)];
}

}  // namespace referee::play
