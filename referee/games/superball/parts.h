#pragma once

#include "referee/games/game_parts.h"

/// The parts of Superball that are in sources of their own; parts.cpp puts them together.
namespace referee {

namespace screen {
std::unique_ptr<Painter> superball_painter(const nlohmann::json& setup);
}
namespace play {
/// Superball in lines, as in the handout. It plays the same game beside the match, so that a slip of the
/// finger is answered and not sent: in a match it would be the end, with no points.
std::unique_ptr<LineController> superball_lines(const nlohmann::json& options, const engines::Seed& seed);
}  // namespace play

/// Programs of the handout: `PROG rows cols mss colors < board` (adapter.h).
extern const Adapter kSuperballAdapter;

}  // namespace referee
