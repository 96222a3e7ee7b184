#pragma once

#include <string>

#include "referee/rules/staff_scale.h"
#include "referee/score/marks.h"
#include "referee/score/score_report.h"

namespace referee::score {

/// What an entrant has against each opponent of its marks, as SVG that report.css styles: the bands, each
/// mean with its interval, and how rated staff bots would do. Where marks are by score it has the entrant's
/// mean beside those of the staff bots. `scale`: of the game; without bots if it has none.
std::string marks_chart(const ScoredMark& mark, const Marks& marks, const rules::StaffScale& scale);
/// What it shows, for people who see it.
std::string marks_chart_note(const Marks& marks);

}  // namespace referee::score
