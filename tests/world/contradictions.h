#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace world {

/// What a store must refuse, whatever fault of the referee asks for it: a second result of a game that has
/// one, and the end of what runs by a ruling. Returns what it has taken all the same, a sentence each.
/// `store`: that of a tournament, which nobody has open; nothing in it changes.
std::vector<std::string> contradictions_taken(const std::filesystem::path& store);

}  // namespace world
