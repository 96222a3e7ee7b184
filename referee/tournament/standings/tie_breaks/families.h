#pragma once

#include <vector>

#include "referee/tournament/standings/tie_breaks/shares.h"

// The tie-breaks that are sums over rounds, by family: what each round adds.
namespace referee {

/// C.07, 7.1 to 7.4: one for each round that counts. WIN: a win's points, at a table of more than two those
/// of the only first, whether it was played or not. WON, BPG, BWG: played only. "Over the board" (7.2 to 7.4)
/// leaves forfeits out in a round robin, too.
std::vector<Share> own_results(TieBreak::Kind kind, const ScoreCard& card);

/// 7.5: the points after each round; cuts leave out those of the first rounds (14.1).
std::vector<Share> progressive(const TieBreak& tie_break, const ScoreCard& card);

/// 8.1: the scores of those that one has had against one; 8.3, of an opposition with the final round drawn.
std::vector<Share> buchholz(const TieBreak& tie_break, Entrant entrant, const Opposition& opposition);

/// 8.2: the Buchholz of each opponent that was played, once an encounter.
std::vector<Share> opponents_buchholz(Entrant entrant, const Opposition& opposition);

/// 9.1: scores of opponents times points scored against them.
std::vector<Share> sonneborn_berger(const TieBreak& tie_break, Entrant entrant, const Opposition& opposition);

/// 9.2: points, also by forfeit, against those who have half of what they could have had in the rounds so
/// far.
std::vector<Share> koya(Entrant entrant, const Opposition& opposition);
/// Whether `entrant` has that.
bool has_half(Entrant entrant, const Opposition& opposition);

}  // namespace referee
