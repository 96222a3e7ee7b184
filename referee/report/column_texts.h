#pragma once

#include <string>

#include "referee/tournament/formats/report_layout.h"
#include "referee/tournament/standings/tie_breaks/tie_break.h"

// What the columns of the standings mean, for people who point at them.
namespace referee {

/// A result of ReportLayout::results, in a sentence.
std::string about(const StandingsColumn& column);
/// A tie-break, in a sentence or two: TIE_BREAKS.md has the whole.
std::string about(const TieBreak& tie_break);

}  // namespace referee
