#pragma once

#include <filesystem>
#include <string>

#include "referee/tournament/config/config.h"

namespace referee {

/// Reads a tournament file whose entrants are still to come: it has none, however many are needed, and pairs
/// of them that it names are not looked up. Throws what TournamentConfig::read() throws, and
/// fields::Exception for a file that has entrants.
TournamentConfig read_tournament_frame(const Json& json, const std::string& file);

/// Loads a tournament file although programs of its entrants are not there any more: EntrantSpec::gone says
/// so of each. Throws what TournamentConfig::load() throws for all else.
TournamentConfig load_with_gone_programs(const std::filesystem::path& file);

}  // namespace referee
