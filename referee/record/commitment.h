#pragma once

#include <string>

#include "engines/game.h"

namespace referee {

/// What `start` publishes before play: hex SHA-256 of salt + ":" + decimal seed.
std::string commitment_of(const engines::Seed& seed);

}  // namespace referee
