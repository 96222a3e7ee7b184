#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "protocol/require.h"
#include "referee/tournament/standings/history.h"

namespace referee {

/// How the encounters of one stage of a tournament are decided.
struct StageRules {
  int best_of = 2;  ///< games at most, from 1
  /// A game that the arbiter strikes is played again; else it uses up its number, and counts for no entrant.
  bool replays_struck = false;
  /// One of the two entrants goes on. If they are level after best_of games they play kGamesALevel more, at
  /// most kMostLevels times; then the one that missed fewer games goes on, and of two equal ones the first in
  /// the encounter. Two that came to no game both lose.
  bool knockout = false;
  /// All best_of games are played, also if an entrant has won more than half of them.
  bool all_games = false;

  static constexpr int kGamesALevel = 2;
  static constexpr int kMostLevels = 2;
  int games_at_most() const { return best_of + (knockout ? kMostLevels * kGamesALevel : 0); }
};

/// How the encounters of a tournament are played.
struct EncounterRules {
  std::size_t seats = 2;  ///< at a table, 1..Points::kMaxTable: those of the game; where entrants play apart,
                          ///< 2 in a duel and 1 in a field
  int best_of = 2;        ///< games at most, from 1: in stage 0
  bool apart = false;     ///< a game of one seat: each entrant plays a match of its own on the same instance
  bool all_games = false;  ///< all best_of games of stage 0 are played, also if one has won most of them
  std::vector<StageRules> later_stages = {};  ///< of a format of several stages: stages 1, 2 and so on

  /// Stages that encounters may belong to.
  int stages() const { return 1 + static_cast<int>(later_stages.size()); }
  /// REQUIRES: encounter.stage is below stages().
  StageRules stage_of(const Encounter& encounter) const {
    REQUIRE(encounter.stage >= 0 && encounter.stage < stages());
    return encounter.stage == 0 ? StageRules{.best_of = best_of, .all_games = all_games}
                                : later_stages[static_cast<std::size_t>(encounter.stage) - 1];
  }
  /// Games of the encounter, at most.
  int games_at_most(const Encounter& encounter) const { return stage_of(encounter).games_at_most(); }
  /// Games of any encounter, at most.
  int games_at_most() const {
    int most = best_of;
    for (const StageRules& stage : later_stages) {
      most = std::max(most, stage.games_at_most());
    }
    return most;
  }

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
  std::vector<bool> absent;      ///< missed all games that count, of which there is at least one

  /// The score of `self` against `other`, in half points: 2 ranked before it, 1 equal, 0 behind it. Two
  /// entrants that were both absent have nothing: "all absent: 0 each".
  int halves_against(std::size_t self, std::size_t other) const;
};

/// "Encounter = one table of one round; its state is a pure function of its finished games."
/// Two entrants on two seats: more won games gets 1, equal 1/2 each; over as soon as one has won a majority
/// of best_of or all are played. More than two: each game gives a seat its mean pairwise result against the
/// other entrants, the sum ranks, an entrant that has won more than half of best_of alone is first and ends
/// the encounter, unless all games are played; points are the mean pairwise result of that ranking. Entrants
/// that came to no game get nothing from each other. House bots are left out of all of this. Struck games
/// count for no entrant, but use up their number. A bye is decided and worth 1, one that was asked for 1/2 or
/// 0; a forfeit is worth 1 to its winner. An entrant of a field has no opponent to get points from. In a
/// knockout stage two entrants have different ranks once the encounter is decided, unless both were absent.
/// REQUIRES: each game has a score for each entrant; a knockout encounter has two entrants.
EncounterState state_of(const EncounterRules& rules, const Encounter& encounter,
                        std::span<const GameResult> games);
/// Whether each encounter of a round is decided.
bool is_decided(const EncounterRules& rules, const History::Round& round);

/// The seats in match `match_no`, from 1: by the match's seats, the position in Encounter::entrants, or
/// nothing for a house bot. Seats rotate between games: position p sits at (p + game - 1) mod seats.
std::vector<std::optional<std::size_t>> seating_of(const EncounterRules& rules, const Encounter& encounter,
                                                   int match_no);

}  // namespace referee
