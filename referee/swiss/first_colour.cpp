#include "referee/swiss/first_colour.h"

#include "referee/swiss/card.h"

namespace referee::swiss {

std::optional<Colour> first_colour(const Tournament& tournament) {
  for (std::size_t round = 0; round < tournament.played; ++round) {
    bool odd = false;  // of the numbers among those who had been paired by then
    for (PlayerIndex player = 0; player < tournament.players.size(); ++player) {
      if (!paired_within(tournament, player, round + 1)) {
        continue;
      }
      odd = !odd;
      if (const auto colour = tournament.players[player].in(round).colour) {
        return odd ? colour : opposite(*colour);  // the first in the list is the higher ranked of its pair
      }
    }
  }
  return std::nullopt;
}

}  // namespace referee::swiss
