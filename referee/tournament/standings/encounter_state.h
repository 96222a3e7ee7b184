#pragma once

#include <optional>
#include <span>
#include <vector>

#include "referee/tournament/standings/history.h"

namespace referee {

/// How the encounters of a tournament are played.
struct EncounterRules {
  std::size_t seats = 2;  ///< at a table, 1..Points::kMaxTable: those of the game; where entrants play apart,
                          ///< 2 in a duel and 1 in a field
  int best_of = 2;        ///< games at most, from 1
  bool apart = false;     ///< a game of one seat: each entrant plays a match of its own on the same instance

  /// Matches that make a game of this encounter; they are numbered through, by game and then by position.
  int matches_a_game(const Encounter& encounter) const {
    return apart ? static_cast<int>(encounter.entrants.size()) : 1;
  }
  /// The game that match `match_no` belongs to; both from 1.
  int game_of(const Encounter& encounter, int match_no) const {
    return (match_no - 1) / matches_a_game(encounter) + 1;
  }
};

/// How an encounter stands. Vectors are by position in Encounter::entrants.
struct EncounterState {
  bool decided = false;
  std::optional<int> next_game;  ///< the game to be played next; nothing if decided
  std::vector<int> rank;         ///< 1 is best; equal ones share the best place: 1, 1, 3
  std::vector<Points> points;    ///< of the ranking so far; counts once decided
  std::vector<bool> absent;      ///< came to none of the games that count, and there were some

  /// What `self` has against `other`, in half points: 2 ranked before it, 1 equal, 0 behind it. Two who were
  /// both absent have nothing: "all absent: 0 each".
  int halves_against(std::size_t self, std::size_t other) const;
};

/// "Encounter = one table of one round; its state is a pure function of its finished games."
/// Two entrants on two seats: more won games gets 1, equal 1/2 each; over as soon as one has a majority of
/// best_of or all are played. More: each game gives a seat its mean pairwise result against the other
/// entrants, the sum ranks, whoever has more than half of best_of as sole winner is first and ends it; points
/// are the mean pairwise result of that ranking. Entrants who came to no game have nothing from each other.
/// House bots are left out of all of this. Struck games count for nobody, but use up their number. A bye is
/// decided and worth 1, one that was asked for 1/2 or 0; a forfeit is worth 1 to its winner. An entrant of a
/// field has nobody to get points from. REQUIRES: each game has a score for each entrant.
EncounterState state_of(const EncounterRules& rules, const Encounter& encounter,
                        std::span<const GameResult> games);

/// Who sits where in match `match_no`, from 1: by the match's seats, the position in Encounter::entrants, or
/// nothing for a house bot. Seats rotate between games: position p sits at (p + game - 1) mod seats.
std::vector<std::optional<std::size_t>> seating_of(const EncounterRules& rules, const Encounter& encounter,
                                                   int match_no);

}  // namespace referee
