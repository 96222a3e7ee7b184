#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "referee/store/store.h"
#include "referee/tournament/run/ladder_matching.h"
#include "referee/tournament/standings/ladder_table.h"

// What a store has of a ladder. Match n is "r1tNg1"; its entrants sit in the order of GameResult::entrants.
namespace referee {

/// All that a stored ladder's matches have said: the table of its latest estimate, and the matches that ended
/// later. Takes no longer with many old matches than with few. Throws fields::Exception if it is damaged.
LadderTable ladder_of(const StoreContent& content, std::size_t seats);

/// A match that is being played; nothing if the store does not say.
std::optional<LadderMatch> playing_match(const StoreContent& content, const std::string& match);
/// What SetMeta keeps of it: "3 0", or in a game of one seat "3 block 2 instance 17".
std::string playing_text(const LadderMatch& match);

/// The encounter of a match that is over or being played; nothing for one that is not known.
std::optional<Encounter> ladder_encounter(const StoreContent& content, const StoredAttempt& attempt);

/// The name of a match of a ladder.
std::string ladder_match_name(int number);

/// Seconds since 1970 of a time as records have it; 0 for another text.
std::int64_t seconds_of(const std::string& utc);
/// Seconds since 1970, now.
std::int64_t now_seconds();

}  // namespace referee
