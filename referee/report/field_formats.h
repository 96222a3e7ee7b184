#pragma once

#include <string>

#include "referee/report/standings_page.h"

// What a field has instead of points and a crosstable. REQUIRES: page.ranking is Ranking::field.
namespace referee {

/// Sections with the standings and with the scores by instance.
std::string field_html(const StandingsPage& page);
std::string field_markdown(const StandingsPage& page);
/// The table for a terminal.
std::string field_text(const StandingsPage& page);

}  // namespace referee
