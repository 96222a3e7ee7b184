#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "referee/adapt/adapter.h"

namespace referee {

// Defined in NAME/adapter.cpp; adapters() lists them.
extern const Adapter kLightcycleRacket;  ///< one file of Scheme that defines LightCycle_first_last
extern const Adapter
    kPlanetsOctave;  ///< a folder with e7planets_player.m, whose function returns a direction
extern const Adapter kSnakeChallenge;  ///< `PROG --challenge < maze`
extern const Adapter kSnakeFinal;      ///< `PROG < maze`
extern const Adapter kSuperball;       ///< `PROG rows cols mss colors < board`

/// The adapters of all games, by name.
std::vector<const Adapter*> adapters();
/// nullptr for `json`, which needs none. Throws std::invalid_argument for any other name.
const Adapter* adapter_named(std::string_view name);
/// `json` and the names of all adapters, or of those for one game.
std::vector<std::string> adapter_names();
std::vector<std::string> adapter_names(std::string_view game);

}  // namespace referee
