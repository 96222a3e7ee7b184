#pragma once

#include <string>
#include <vector>

#include "referee/pages/tournament_snapshot.h"
#include "referee/report/round_list.h"

namespace referee::pages {

/// The rounds as spectators may see them, with their running matches, frozen rounds too; of a ladder its
/// newest matches. `page`: shown_page() of the same snapshot.
RoundList shown_rounds(const TournamentSnapshot& snapshot, const StandingsPage& page);

/// "Game 127": a ladder has no rounds and no tables. In practice each entrant counts its own games.
std::string ladder_game_title(const TournamentSnapshot& snapshot, const StoredAttempt& attempt);
/// A match of a ladder with its scores beside the names, entrants first. `names`: names_by_entrant(page).
RoundList::Table ladder_game(const TournamentSnapshot& snapshot, const StandingsPage& page,
                             const StoredAttempt& attempt, const std::vector<std::string>& names);

}  // namespace referee::pages
