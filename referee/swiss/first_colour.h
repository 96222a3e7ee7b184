#pragma once

#include <optional>

#include "referee/swiss/tournament.h"

namespace referee::swiss {

/// The initial colour (5.2.5) that the rounds played so far tell: in the first one that had colours, nobody
/// had a preference, so numbers decided. Nothing if none had.
std::optional<Colour> first_colour(const Tournament& tournament);

}  // namespace referee::swiss
