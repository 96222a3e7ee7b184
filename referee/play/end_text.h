#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/match/series.h"

namespace referee::play {

/// How a match ended, for those who played it: the winner, the scores and where its record is. REQUIRES: not
/// void.
std::vector<std::string> end_lines(const Series::Game& game);

/// The view with which a match was over. `record`: its whole file. REQUIRES: not void.
nlohmann::json final_view(std::string_view record);

}  // namespace referee::play
