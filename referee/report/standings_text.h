#pragma once

#include <cstddef>
#include <string>

#include "referee/report/standings_page.h"

namespace referee {

/// standings_text() of a page for a terminal of `width` columns.
std::string standings_text(const StandingsPage& page, std::size_t width);

}  // namespace referee
