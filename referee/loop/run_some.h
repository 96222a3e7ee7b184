#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "referee/loop/tasks.h"

namespace referee {

/// The next of several pieces of work; nothing: there are no more.
using NextWork = std::function<std::optional<Task<>>()>;

/// Runs pieces of work, `jobs` at the same time, until `next` has no more and all that have begun are over.
/// After the first failure no more begin: `failed` is called, which may end the others early, and when all
/// are over that failure is thrown; later ones are dropped. `name` is that of the tasks. `jobs`: from 1.
Task<> run_some(
    Tasks& tasks, std::string name, std::size_t jobs, NextWork next, std::function<void()> failed = [] {});

}  // namespace referee
