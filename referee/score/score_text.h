#pragma once

#include <string>

#include "referee/score/score_report.h"

// What `referee score` prints, and what graders show of an item as text: for 100 columns. Texts of bots are
// escaped: they cannot end a line, move a cursor or pass for ours. Mask with for_student first.
namespace referee::score {

/// Header, build, a line an item, total: without the details of items. Ends with a newline.
std::string text_of(const ScoreReport& report);

/// Whether it was built, with the end of what the compiler said if not. Ends with a newline.
std::string text_of(const BuildReport& build);

/// Points, what was measured, the games, and of the first game with a fault (else of the first one) the fault
/// with view and answer, the command that replays it and the end of its standard error. Ends with a newline.
std::string text_of(const ScoredItem& item);

}  // namespace referee::score
