#pragma once

#include <string>
#include <vector>

#include "referee/tournament/standings/tie_breaks/tie_breaker.h"

// The lines of an explanation: what each round was, and what it adds to a tie-break.
namespace referee {

/// Names by entrant, as the standings show them.
using EntrantNames = std::vector<std::string>;

/// An entrant's name, safe on a terminal.
std::string shown_name(const EntrantNames& names, Entrant entrant);
/// "alice, bob and 3 more": at most 20 names.
std::string shown_names(const EntrantNames& names, const std::vector<Entrant>& entrants);

/// What follows the name in the first line: " is number 3 of 8"; without a rank " has no place, ...".
std::string place_text(bool ranked, int rank, std::size_t entrants);
/// In its place for a staff bot.
constexpr std::string_view kStaffPlace = " is a staff bot, and has no place";

/// The round's result for its entrant: "beat bob", "lost to carol by forfeit", "half-point bye". At a table
/// of more than two, the entrants behind and ahead of it.
std::string round_text(const EntrantNames& names, const CardRound& round);

/// The opponent that a share is against, with the score that counts and why: "1/2 x bob 3",
/// "dummy 2.5 (own 3.5, at most 2.5 of 5 draws)".
std::string share_text(const EntrantNames& names, const TieBreaker& breaker, const TieBreak& tie_break,
                       Entrant entrant, const Share& share);

}  // namespace referee
