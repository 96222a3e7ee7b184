#pragma once

#include <string>

#include "engines/registry.h"

namespace world {

/// The game of that name, one of our own or "sums", as bots of simulations play it, which know no rules: a
/// seat's view also has a move that is legal for it, and its score. {"move":...,"score":...,"view":...}.
/// Its own name is "told_" and the name. Registered, so that stores and records of it can be read.
const engines::Entry& telling_game(const std::string& name);

/// A move that the game never takes, and the verdict on it.
struct RefusedMove {
  engines::Json move;
  std::string verdict;
};
RefusedMove refused_move(const engines::Entry& telling);

}  // namespace world
