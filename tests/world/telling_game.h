#pragma once

#include <string>

#include "engines/registry.h"

namespace world {

/// The game of that name, one of our own or "sums", as bots of simulations play it, which know no rules: a
/// seat's view also has a move that is legal for it, and its score. {"move":...,"score":...,"view":...}.
/// Where a seat sees what others must not, or all play one instance, it also has word_of_seat() by seat,
/// null of seats that the reader does not see. In odd turns it has "odd", too. Its own name is "told_" and
/// the name. Registered, so that stores and records of it can be read.
const engines::Entry& telling_game(const std::string& name);

/// Digits that stand for what the player at a seat alone may know of a game of this seed.
std::string word_of_seat(const engines::Seed& seed, engines::Seat seat);

/// A move that the game never takes, and the verdict on it.
struct RefusedMove {
  engines::Json move;
  std::string verdict;
};
RefusedMove refused_move(const engines::Entry& telling);

}  // namespace world
