#pragma once

#include <cstddef>
#include <string_view>

namespace referee::score {

/// Cycles of the team at `seat` that died needlessly in the match of a record of Light Cycle; `record` is its
/// text, JSON Lines. 0 for a match without turns. Throws std::exception for what is no such record.
std::size_t needless_deaths(std::string_view record, std::size_t seat);

}  // namespace referee::score
