#pragma once

#include <string>

#include "referee/report/standings_page.h"

namespace referee {

/// How an entrant of a field got its place, for a terminal: its score on each instance with the best of the
/// others there, its mean, and how far the entrants before and behind it are. REQUIRES: the rows have field
/// scores.
std::string field_explanation_text(const StandingsPage& page, Entrant entrant);

}  // namespace referee
