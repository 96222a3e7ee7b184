#pragma once

#include <CLI/App.hpp>

namespace referee {

/// `referee play GAME`: adds the subcommand to `app`; its exit code goes to `code` when it is the one parsed.
void add_play_command(CLI::App& app, int& code);

}  // namespace referee
