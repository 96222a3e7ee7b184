#pragma once

#include "referee/tournament/formats/format_table.h"

/// The formats, each in a source of its own; format_table.cpp lists them.
namespace referee {

/// In each round entrants with about equal points meet.
extern const FormatEntry kSwissFormat;
/// Every entrant meets every other one.
extern const FormatEntry kRoundRobinFormat;
/// An entrant that has lost twice is out.
extern const FormatEntry kDoubleEliminationFormat;
/// Every entrant plays every instance of a game of one seat; the mean score ranks.
extern const FormatEntry kFieldFormat;
/// Matches are made one by one, where they tell most, until it is closed; the rating ranks.
extern const FormatEntry kLadderFormat;
/// Each entrant that connects plays house bots at once, rated by that, until practice is stopped.
extern const FormatEntry kPracticeFormat;

}  // namespace referee
