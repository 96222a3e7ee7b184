#include <map>
#include <string>
#include <utility>

#include "tests/world/checks.h"

namespace world {

void check_turn_order(const TournamentWorld& world, std::vector<std::string>& faults) {
  if (world.has_lost_turns()) {
    return;  // they are played again
  }
  for (const auto& bot : world.bots()) {
    if (bot->begun_wrongly() > 0 && world.people().retaken().empty()) {
      faults.push_back(bot->person().name + " is asked before it is ready, or was told to forget its match");
    }
    // By match and commitment, which tell attempts apart where seeds are not named.
    std::map<std::pair<std::string, std::string>, std::int64_t> newest;
    for (const AskedTurn& asked : bot->asked()) {
      const auto [at, is_new] = newest.emplace(std::pair(asked.match, asked.commitment), asked.turn);
      if (asked.turn < at->second && !world.has_named_seeds()) {
        faults.push_back(asked.match + ": " + bot->person().name + " is asked turn " +
                         std::to_string(asked.turn) + " after turn " + std::to_string(at->second));
      }
      at->second = asked.turn;
    }
  }
}

}  // namespace world
