#pragma once

#include <CLI/App.hpp>

namespace referee {

/// The subcommand that `--as` starts in place of a bot; it is not in the help.
void add_adapt_command(CLI::App& app, int& code);

}  // namespace referee
