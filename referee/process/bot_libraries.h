#pragma once

#include <filesystem>

namespace referee {

/// Puts a library for bots (referee.py, referee.js, Referee.java) beside the first source in `folder`, or in
/// a folder below, that imports it, unless the tree has it already: a hand-in without it is the most usual
/// mistake, and says nothing of the bot. Throws std::system_error.
void add_missing_libraries(const std::filesystem::path& folder);

}  // namespace referee
