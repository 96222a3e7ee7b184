#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace referee::score {

/// What stands for the seed of a game in the words of an opponent's command.
inline constexpr const char* kSeedMark = "{seed}";

/// The command of an opponent for a game of this seed: so that it plays each game of an item in another way,
/// and the same game always in the same. ["sample:lightcycle_dumb","--seed","{seed}1"] gets "71" for seed 7.
std::vector<std::string> opponent_words(std::vector<std::string> command, std::uint64_t seed);

}  // namespace referee::score
