#pragma once

#include <optional>
#include <vector>

#include "referee/tournament/standings/tie_breaks/score_card.h"
#include "referee/tournament/standings/tie_breaks/tie_break.h"

// The tie-breaks that are sums over rounds, by family: what each round adds.
namespace referee {

/// What one round, or one opponent, adds to a tie-break.
struct Share {
  enum class Cut { none, low, high };
  std::size_t round = 0;            ///< from 0
  TieBreakValue value;              ///< what it adds, unless it is cut
  TieBreakValue opposition;         ///< the opponent's score, by which the least significant share is found
  bool voluntary = false;           ///< of a voluntary unplayed round of a Swiss (16.1.2)
  Cut cut = Cut::none;              ///< left out, and why
  std::optional<Entrant> opponent;  ///< if it is of one opponent
  int rating = 0;                   ///< Article 10: `value` as a number
  int halves = 0;                   ///< Article 10: half points scored in the game
};

/// Leaves out `low` least significant shares, then `high` most significant ones (C.07, 14.1 to 14.4). The
/// least significant one is that against the lowest score, of several such the lowest. 16.5: in its place the
/// lowest one of a voluntary unplayed round is left out, of several such that against the lowest score, if
/// there is one and it is not lower.
void cut(std::vector<Share>& shares, int low, int high);

/// What the rounds add to a tie-break of `entrant`, in their order; those that add nothing may be missing.
/// `fore` is the opposition with the final round drawn. REQUIRES: not direct encounter.
std::vector<Share> shares_of(const TieBreak& tie_break, Entrant entrant, const Opposition& opposition,
                             const Opposition& fore);

/// The value that they make: their sum without those that are cut, of AOB and Article 10 their mean, or the
/// performance that they show. Nothing for a mean or a performance without any.
std::optional<TieBreakValue> value_of(const TieBreak& tie_break, const std::vector<Share>& shares);

/// 7.6: one for each round but voluntary unplayed ones.
std::vector<Share> rounds_elected(const ScoreCard& card);

/// 7.7: 1 for each round with more points than the scheduled opponent, or without one more than those of a
/// draw; 1/2 for each with as many.
std::vector<Share> standard_points(Entrant entrant, const Opposition& opposition);

/// 7.5: the points after each round; cuts leave out those of the first rounds (14.1).
std::vector<Share> progressive(const TieBreak& tie_break, const ScoreCard& card);

/// 8.1: the scores of the entrant's opponents; for 8.3 from an opposition with the final round drawn.
std::vector<Share> buchholz(const TieBreak& tie_break, Entrant entrant, const Opposition& opposition);

/// 8.2: the Buchholz of each opponent that was played, once an encounter.
std::vector<Share> opponents_buchholz(Entrant entrant, const Opposition& opposition);

/// 9.1: scores of opponents times points scored against them.
std::vector<Share> sonneborn_berger(const TieBreak& tie_break, Entrant entrant, const Opposition& opposition);

/// 9.2: points, also by forfeit, against those who have half of what they could have had in the rounds so
/// far.
std::vector<Share> koya(Entrant entrant, const Opposition& opposition);
/// Whether `entrant` has at least half of these points.
bool has_half(Entrant entrant, const Opposition& opposition);

}  // namespace referee
