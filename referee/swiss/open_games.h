#pragma once

#include <cstddef>
#include <vector>

#include "referee/swiss/tournament.h"

namespace referee::swiss {

/// A game that was paired and has no result yet.
struct OpenGame {
  int round = 1;  ///< from 1
  PlayerIndex white = 0;
  PlayerIndex black = 0;

  bool operator==(const OpenGame&) const = default;
};

/// The open games, by round and then by the number of the player with White.
std::vector<OpenGame> open_games(const Tournament& tournament);

/// What the pairing of the next round takes open games for.
enum class OpenAs {
  draw,      ///< draws
  leave_out  ///< draws, and their players are not paired in the next round
};

/// The tournament without open games.
Tournament without_open_games(Tournament tournament, OpenAs as);

}  // namespace referee::swiss
