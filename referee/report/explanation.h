#pragma once

#include <string>
#include <string_view>

#include "referee/report/standings_page.h"

namespace referee {

/// How an entrant came to its place, for a terminal: what each round was and was worth, what each tie-break
/// is made of, who was tied before it was applied and who still is. Values are exact: "1 2/3". A line of a
/// tie-break ends with what it adds, or with that and why it is left out. REQUIRES: the format's traits say
/// of nothing unexplained.
std::string explanation_text(const StandingsPage& page, Entrant entrant);

/// The entrant of that name; upper and lower case are the same. Throws std::invalid_argument if there is
/// none, with the names that are nearest to it.
Entrant entrant_named(const StandingsPage& page, std::string_view name);

}  // namespace referee
