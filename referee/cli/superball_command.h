#pragma once

#include <CLI/App.hpp>

namespace referee {

/// `sb-player` and `run-multiple`, which the scripts of those names start: the tools of the Superball
/// handout. As there, wrong usage is told in a usage line, and its exit code is 1.
void add_superball_commands(CLI::App& app, int& code);

}  // namespace referee
