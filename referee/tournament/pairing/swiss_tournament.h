#pragma once

#include <cstddef>

#include "referee/swiss/tournament.h"
#include "referee/tournament/standings/encounter_state.h"
#include "referee/tournament/standings/history.h"

namespace referee {

/// A Swiss at tables of two as the FIDE Dutch system and its report files see it. An entrant's pairing number
/// is its place in the roster, from 1; an encounter is one game, and who sits first in its first game has
/// White, whatever the number of its games and also in duels.
///
/// Results are the encounters' points, so that they add up as in the standings. An encounter to which
/// somebody never came, and got nothing, is a forfeit: "+ -", or "- -" if nobody came. All others were
/// played, also one whose games the arbiter has struck: that is a draw, and a meeting. A round without an
/// encounter, before entering or after a withdrawal, is a zero-point bye.
///
/// `rounds`: planned. Who is withdrawn has a zero-point bye asked for in the next round. Name and initial
/// colour are left out. REQUIRES: all encounters are decided and of one or two entrants.
swiss::Tournament swiss_tournament_of(const EncounterRules& rules, const History& history, int rounds);

/// What was known when round `rounds` + 1 was paired, if it has been: the results of the first `rounds`
/// rounds, and for who was not paired then a withdrawal, or the bye that it asked for. REQUIRES: rounds is at
/// most history.rounds.size(), where it is the history itself.
History history_after(const History& history, std::size_t rounds);

}  // namespace referee
