#pragma once

#include <string>

#include "sample_bots/cpp/snake/maze.h"

namespace snake {

/// The whole walk with the right hand at the wall, as letters: at the start it faces east; at every cell it
/// tries to turn right, then straight on, left, back. It takes the coins and mishaps on its way, and drills
/// no wall. It depends only on the walls of the maze: step by step, it is the same as in one answer.
///
/// In a maze with islands this can go round for ever. Where it enters a cell a second time facing the same
/// way, it gives up and takes the shortest open way to an exit instead. Without an open way to an exit the
/// walk ends there, and may be empty.
std::string right_hand_walk(const Maze& maze);

}  // namespace snake
