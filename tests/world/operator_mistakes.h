#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tests/world/draw.h"

namespace world {

/// What an operator does by mistake once a tournament has been played, each of which the referee has to
/// refuse: starts a second referee on its store, names the database of another program, misspells a key of a
/// tournament file. Returns what was taken all the same, a sentence each.
/// `store`: that of the tournament, which nobody has open; nothing in it changes.
std::vector<std::string> mistakes_taken(const std::filesystem::path& store, Random& random);

}  // namespace world
