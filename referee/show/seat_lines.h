#pragma once

#include <string>
#include <vector>

#include "referee/match/replay.h"

namespace referee::show {

/// A line for each seat: its letter if there are several, its player, and what it answered in the turn that
/// was played last: verdict, charged time, and the move, or what was wrong. `scores` by seat are told, too,
/// if they are not null.
std::vector<std::string> seat_lines(const Replay& replay, const nlohmann::json& scores);

/// A text of the record's header, whatever stands there.
std::string header_text(const Replay& replay, const std::string& key);
/// All players, by seat.
std::vector<std::string> players_of(const Replay& replay);

}  // namespace referee::show
