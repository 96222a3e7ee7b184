#pragma once

#include <cstddef>

#include "referee/tournament/formats/report_layout.h"

namespace referee {

/// The reports of a ladder of a game with that many seats: by rating, or in a game of one seat by mean score.
ReportLayout ladder_layout(std::size_t seats);

/// The reports of open practice, which is a ladder against house bots: nobody meets anybody else, and a game
/// of one seat has no blocks.
ReportLayout practice_layout(std::size_t seats);

}  // namespace referee
