#pragma once

#include <memory>

#include <nlohmann/json_fwd.hpp>

#include "referee/games/turn_steps.h"

namespace referee::show {

/// Goes through an answer, which may be a whole path, step by step, in a game of its own. `options`:
/// complete.
std::unique_ptr<TurnSteps> snake_steps(const nlohmann::json& options);

}  // namespace referee::show
