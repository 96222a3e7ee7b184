#pragma once

#include <string>
#include <vector>

#include "referee/report/standings_page.h"

namespace referee::sample_pages {

/// Texts that some format could take for something else than text.
std::vector<std::string> hostile_texts();

/// A Swiss at tables of four after 3 of 5 rounds, the third still going on: house bots, faults, a struck
/// game, a no-show, somebody who withdrew, notes.
StandingsPage tables();
/// A finished Swiss at tables of two with a bye and a forfeit.
StandingsPage pairs();
/// A finished round robin in which d was annulled and e withdrew late.
StandingsPage round_robin();
/// A field after 3 of 4 instances, in which c has withdrawn.
StandingsPage field();
/// A double elimination after so many rounds, or when it is over: best of 2, the better seed mostly wins;
/// with forfeits and two that were both absent from 12 entrants on.
StandingsPage double_elimination(std::size_t entrants, std::size_t rounds = 1000);
/// A finished Swiss with a final of the first four of seven.
StandingsPage swiss_final();
/// Nothing has been played.
StandingsPage empty();
/// pairs() with all texts replaced by hostile ones, `shift` further in their list than their place.
StandingsPage hostile(std::size_t shift);
/// field() with hostile texts.
StandingsPage hostile_field(std::size_t shift);
/// double_elimination(6) with hostile texts.
StandingsPage hostile_bracket(std::size_t shift);

}  // namespace referee::sample_pages
