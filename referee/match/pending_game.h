#pragma once

#include "engines/registry.h"
#include "referee/loop/tasks.h"

namespace referee {

/// Posts to the event loop of `tasks`, for engines::Entry::begin().
engines::Poster poster_of(Tasks& tasks);

/// Returns when the game is not pending() any more. A program that knows the rules answers within its own
/// bounds, or has failed then.
Task<> until_ready(Tasks& tasks, engines::Game& game);

}  // namespace referee
