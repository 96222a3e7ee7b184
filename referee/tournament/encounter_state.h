#pragma once

#include <optional>
#include <span>
#include <vector>

#include "referee/tournament/history.h"
#include "referee/tournament/points.h"

namespace referee {

/// How the encounters of a tournament are played.
struct EncounterRules {
  std::size_t seats = 2;  ///< of the game, 2..Points::kMaxTable
  int best_of = 2;        ///< games at most, from 1
};

/// How an encounter stands. Vectors are by position in Encounter::entrants.
struct EncounterState {
  bool decided = false;
  std::optional<int> next_game;  ///< the game to be played next; nothing if decided
  std::vector<int> rank;         ///< 1 is best; equal ones share the best place: 1, 1, 3
  std::vector<Points> points;    ///< of the ranking so far; counts once decided
};

/// "Encounter = one table of one round; its state is a pure function of its finished games."
/// Two entrants on two seats: more won games gets 1, equal 1/2 each; over as soon as one has a majority of
/// best_of or all are played. More: each game gives a seat its mean pairwise result against the other
/// entrants, the sum ranks, whoever has more than half of best_of as sole winner is first and ends it; points
/// are the mean pairwise result of that ranking. House bots are left out of all of this.
EncounterState state_of(const EncounterRules& rules, const Encounter& encounter,
                        std::span<const GameResult> games);

/// Who sits where in game `game_no`: by seat, the position in Encounter::entrants, or nothing for a house
/// bot. Seats rotate between games.
std::vector<std::optional<std::size_t>> seating_of(const EncounterRules& rules, const Encounter& encounter,
                                                   int game_no);

}  // namespace referee
