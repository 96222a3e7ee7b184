#pragma once

#include <string>
#include <vector>

#include "referee/report/standings_page.h"

// The lines of an explanation: what each round was, and what it adds to a tie-break.
namespace referee {

/// An entrant's name, safe on a terminal.
std::string shown_name(const StandingsPage& page, Entrant entrant);
/// "alice, bob and 3 more": at most 20 names.
std::string shown_names(const StandingsPage& page, const std::vector<Entrant>& entrants);

/// The round's result for its entrant: "beat bob", "lost to carol by forfeit", "half-point bye". At a table
/// of more than two, the entrants behind and ahead of it.
std::string round_text(const StandingsPage& page, const CardRound& round);

/// The opponent that a share is against, with the score that counts and why: "1/2 x bob 3",
/// "dummy 2.5 (own 3.5, at most 2.5 of 5 draws)".
std::string share_text(const StandingsPage& page, const TieBreaker& breaker, const TieBreak& tie_break,
                       Entrant entrant, const Share& share);

}  // namespace referee
