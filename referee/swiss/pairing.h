#pragma once

#include <optional>
#include <stdexcept>
#include <vector>

#include "referee/swiss/tournament.h"

namespace referee::swiss {

struct Board {
  PlayerIndex white = 0;
  PlayerIndex black = 0;

  bool operator==(const Board&) const = default;
};

/// The pairing of a round.
struct RoundPairing {
  std::vector<Board> boards;       ///< in board order
  std::optional<PlayerIndex> bye;  ///< the player who gets the pairing-allocated bye

  bool operator==(const RoundPairing&) const = default;
};

/// No pairing of the round obeys C1 to C4: the arbiter decides (C.04.3, 1.9.3). The message names the round.
class NoPairing : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The greatest number of players that can be paired at once. Report files hold 9,999 only.
constexpr std::size_t kMaxPlayers = 20'000;

/// Pairs round tournament.played + 1 by the FIDE Dutch system in force since 1 February 2026 (C.04.3): all
/// players but those with a requested bye for that round. Pure, and the only answer that the rules allow.
/// REQUIRES: no game of the rounds before is open. Throws NoPairing; std::length_error for more than
/// kMaxPlayers players. A bracket of n players takes some 40 n^2 bytes during the call, and a round of 1,000
/// players takes a tenth of a second. The first round is the exception: its time grows with the players.
RoundPairing pair_round(const Tournament& tournament);

}  // namespace referee::swiss
