#include <algorithm>

#include "referee/swiss/pairing.h"

// In the place of the rules, so that the command is tested with answers that are easy to see: those who are
// there in the order of their ids, the first with the second, white first, the last one with the bye.

namespace referee::swiss {

RoundPairing pair_round(const Tournament& tournament) {
  const int round = static_cast<int>(tournament.played) + 1;
  if (!tournament.forbidden.empty()) {
    throw NoPairing("round " + std::to_string(round) + " cannot be paired");
  }
  RoundPairing pairing;
  std::optional<PlayerIndex> waiting;
  for (PlayerIndex player = 0; player < tournament.players.size(); ++player) {
    const bool absent = std::any_of(tournament.byes.begin(), tournament.byes.end(), [&](const auto& bye) {
      return bye.player == player && bye.round == round;
    });
    if (absent) {
      continue;
    }
    if (waiting) {
      pairing.boards.push_back({*waiting, player});
      waiting.reset();
    } else {
      waiting = player;
    }
  }
  pairing.bye = waiting;
  return pairing;
}

}  // namespace referee::swiss
