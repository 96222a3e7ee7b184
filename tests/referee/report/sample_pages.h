#pragma once

#include <string>
#include <vector>

#include "referee/report/standings_page.h"

namespace referee::sample_pages {

/// Texts that a reader of some format could take for markup, formulas or the like.
std::vector<std::string> hostile_texts();

/// A Swiss at tables of four after 3 of 5 rounds, the third still going on: house bots, faults, a struck
/// game, a no-show, a withdrawn entrant, notes.
StandingsPage tables();
/// A finished Swiss at tables of two with a bye and a forfeit.
StandingsPage pairs();
/// pairs(), in which c is a staff bot.
StandingsPage with_staff();
/// A finished round robin in which d was annulled and e withdrew late.
StandingsPage round_robin();
StandingsPage by_score();  ///< a round robin by score
/// A field after 3 of 4 instances, in which c has withdrawn.
StandingsPage field();
/// A double elimination after `rounds` rounds, or finished: best of 2, the better seed mostly wins. From 12
/// entrants on there are forfeits, and two entrants that were both absent.
StandingsPage double_elimination(std::size_t entrants, std::size_t rounds = 1000);
/// A finished Swiss with a final of the first four of seven.
StandingsPage swiss_final();
/// pairs(), played on three kinds of machine.
StandingsPage machines();
/// A tournament before its first match.
StandingsPage empty();
/// pairs() with all texts replaced by hostile ones, `shift` further in their list than their place.
StandingsPage hostile(std::size_t shift);
/// field() with hostile texts.
StandingsPage hostile_field(std::size_t shift);
/// double_elimination(6) with hostile texts.
StandingsPage hostile_bracket(std::size_t shift);

}  // namespace referee::sample_pages
