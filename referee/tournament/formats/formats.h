#pragma once

#include "referee/tournament/formats/format_table.h"

/// The formats, each in a source of its own; format_table.cpp lists them.
namespace referee {

/// Rounds in which those meet who have about equally many points.
extern const FormatEntry kSwissFormat;
/// Everybody meets everybody.
extern const FormatEntry kRoundRobinFormat;
/// Who has lost twice is out.
extern const FormatEntry kDoubleEliminationFormat;
/// Everybody plays every instance of a game of one seat; the mean score ranks.
extern const FormatEntry kFieldFormat;
/// Whoever connects plays house bots at once, unranked, until it is stopped.
extern const FormatEntry kPracticeFormat;

}  // namespace referee
