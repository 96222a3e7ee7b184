#pragma once

#include <string>

#include "referee/tournament/config/config.h"

namespace referee {

/// Reads a tournament file whose entrants are still to come: it has none, however many are needed, and pairs
/// of them that it names are not looked up. Throws what TournamentConfig::read() throws, and
/// fields::Exception for a file that has entrants.
TournamentConfig read_tournament_frame(const Json& json, const std::string& file);

}  // namespace referee
