#pragma once

#include <cstddef>

#include "referee/swiss/tournament.h"
#include "referee/tournament/standings/encounter_state.h"
#include "referee/tournament/standings/history.h"

namespace referee {

/// A Swiss at tables of two as the FIDE Dutch system and its report files see it. An entrant's pairing number
/// is its place in the roster, from 1; an encounter is one game, in which the entrant with the first seat of
/// its first game has White, also if it has several games or is a duel.
///
/// Results are the encounters' points, so that they add up as in the standings. An encounter is a forfeit if
/// an entrant was absent from all its games and got no points: "+ -", or "- -" if both were absent. All
/// others were played, also one whose games the arbiter has struck: that is a draw, and a meeting. A round
/// without an encounter, before entering or after a withdrawal, is a zero-point bye.
///
/// `rounds`: planned. A withdrawn entrant has a requested zero-point bye in the next round. Name and initial
/// colour are left out. REQUIRES: all encounters are decided and of one or two entrants.
swiss::Tournament swiss_tournament_of(const EncounterRules& rules, const History& history, int rounds);

/// What was known when round `rounds` + 1 was paired, if it has been: the results of the first `rounds`
/// rounds, and for each entrant that was not paired then a withdrawal, or the bye that it asked for.
/// REQUIRES: rounds is at most history.rounds.size(), where it is the history itself.
History history_after(const History& history, std::size_t rounds);

}  // namespace referee
