#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/pages/tournament_snapshot.h"
#include "referee/record/replay.h"

namespace referee::pages {

/// What the last line of a record says of the replay that a match program has left; nothing if there is none.
/// `record`: one that is over, or "".
std::optional<RecordedReplay> replay_of(std::string_view record);

/// The bytes of that replay, from the reports of the latest start of the tournament; nothing if the file is
/// not there any more, or is another one.
std::optional<std::string> read_replay(const TournamentSnapshot& snapshot, const RecordedReplay& replay);

/// The names of all replays that are there, sorted.
std::vector<std::string> replay_files(const TournamentSnapshot& snapshot);
/// That of an attempt among such names; "": it has none.
std::string replay_among(const std::vector<std::string>& names, const std::string& match, int attempt);

}  // namespace referee::pages
