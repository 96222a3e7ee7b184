#pragma once

#include <string>

#include "sample_bots/cpp/snake/maze.h"

namespace snake {

/// The whole walk with the right hand at the wall, as letters: at the start it faces east; at every cell it
/// tries to turn right, then straight on, left, back. Coins and mishaps are taken as they come, walls are
/// never drilled. It depends on the walls of the maze alone, so it is the same step by step and at once.
///
/// In a maze with islands this can go round for ever. Where it comes to a cell a second time facing the same
/// way, it gives up and takes the shortest open way to an exit instead. Without an open way to an exit the
/// walk ends there, and may be empty.
std::string right_hand_walk(const Maze& maze);

}  // namespace snake
