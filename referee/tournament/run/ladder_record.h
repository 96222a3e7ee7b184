#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "referee/store/store.h"
#include "referee/tournament/standings/ladder_table.h"

// What a store has of a ladder. Match n is "r1tNg1"; its entrants sit in the order of GameResult::entrants.
namespace referee {

/// All that a stored ladder's matches have said: the table of its latest estimate, and the matches that ended
/// later. Takes no longer with many old matches than with few. Throws fields::Exception if it is damaged.
LadderTable ladder_of(const StoreContent& content, std::size_t seats);

/// The entrants of a match that is being played, by seat; nothing if the store does not say.
std::optional<std::vector<Entrant>> playing_entrants(const StoreContent& content, const std::string& match);
/// What SetMeta keeps of them.
std::string playing_text(const std::vector<Entrant>& entrants);

/// The encounter of a match that is over or being played; nothing for one that is not known.
std::optional<Encounter> ladder_encounter(const StoreContent& content, const StoredAttempt& attempt);

/// Seconds since 1970 of a time as records have it; 0 for another text.
std::int64_t seconds_of(const std::string& utc);

}  // namespace referee
