#pragma once

#include <string>

#include "referee/score/score_report.h"

// What `referee score` prints, and what graders show of an item as text: for 100 columns. Texts of bots are
// escaped: they cannot end a line, move a cursor or look like text of the referee. Mask the report with
// for_student first.
namespace referee::score {

/// Header, build, a line for each item, total: without the details of items. Ends with a newline.
std::string text_of(const ScoreReport& report);

/// Whether the build succeeded; if not, with the end of the compiler's output. Ends with a newline.
std::string text_of(const prepare::BuildReport& build);

/// Points, the measured values, the games, and for the first match with a fault (else for the first one) the
/// fault with view and answer, the command that replays the match and the end of standard error. Ends with a
/// newline.
std::string text_of(const ScoredItem& item);
/// What text_of() has below the item's points and their reason: its games and faults; "" without games.
std::string details_of(const ScoredItem& item);

}  // namespace referee::score
