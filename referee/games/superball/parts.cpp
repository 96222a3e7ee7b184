#include "referee/games/superball/parts.h"

#include "engines/superball/superball.h"

namespace referee {

GameParts superball_parts() {
  return {
      .game = engines::Superball::kName,
      .input = play::superball_input,
      .lines = play::superball_lines,
      .lines_help = "SWAP row col row col or SCORE row col",
      .typical = {.turns = 0.01, .thinking = 0.01, .score = 50000},
      .simple_bot = "sample:sb_play2",
  };
}

}  // namespace referee
