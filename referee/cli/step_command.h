#pragma once

#include <CLI/App.hpp>

namespace referee {

/// `referee step`: where a game is after given answers. The rules without processes, clocks and records, for
/// programs that ask by starting it: handouts/planets/e7planets_play.m.
void add_step_command(CLI::App& app, int& code);

}  // namespace referee
