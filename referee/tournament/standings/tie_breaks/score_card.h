#pragma once

#include <vector>

#include "referee/tournament/standings/encounter_state.h"

namespace referee {

/// An encounter and how it stands.
struct JudgedEncounter {
  const PlayedEncounter* played = nullptr;
  EncounterState state;
};

/// What one round was for an entrant, as C.07 tells rounds apart (15.1, 16.1, 16.2).
struct CardRound {
  enum class Kind {
    played,
    forfeit_win,   ///< came, or was there to come, and nobody else did
    forfeit_loss,  ///< was paired and did not come, or is withdrawn
    pairing_bye,
    half_bye,  ///< asked for
    zero_bye,  ///< the same; and every round of a Swiss in which an entrant was not: before it joined, after
               ///< it withdrew (16.1.1)
    running,   ///< paired, and not decided
    not_a_round  ///< of a round robin: the free one of an odd number, one against an annulled entrant
  };
  /// What it has of another one at its table.
  struct Meeting {
    Entrant opponent = 0;
    int halves = 0;  ///< half points: 2 ahead of it, 1 equal, 0 behind it
    bool by_forfeit = false;
  };
  Kind kind = Kind::not_a_round;
  Points points;                  ///< awarded
  std::vector<Meeting> meetings;  ///< the others at the table, one unless it is a table of more than two
  bool second_seat = false;       ///< sat second in game 1: what Black is in chess

  /// 16.1.1: "a requested bye".
  bool requested() const { return kind == Kind::half_bye || kind == Kind::zero_bye; }
  /// 16.1.2: "a voluntary unplayed round", requested or lost by forfeit.
  bool voluntary() const { return requested() || kind == Kind::forfeit_loss; }
};

/// An entrant's rounds, all that have been paired.
struct ScoreCard {
  Points points;
  std::vector<CardRound> rounds;
};

/// By entrant. `swiss`: who is in no encounter of a round has a zero-point bye, and not a round that is none.
std::vector<ScoreCard> score_cards(bool swiss, std::size_t entrants, std::size_t rounds,
                                   const std::vector<JudgedEncounter>& encounters);

/// The same as if everybody paired in round `round`, from 0, had drawn (8.3).
std::vector<ScoreCard> with_round_drawn(std::vector<ScoreCard> cards, std::size_t round);

}  // namespace referee
