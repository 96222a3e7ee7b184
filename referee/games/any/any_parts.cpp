#include "referee/games/any/parts.h"

namespace referee {

GameParts any_parts() {
  return {
      .game = "",
      .input = play::any_input,
      .lines = play::any_lines,
      .lines_help = "the number of a legal move, or a move as JSON",
  };
}

}  // namespace referee
