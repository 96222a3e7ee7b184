#pragma once

#include <CLI/App.hpp>

namespace referee {

/// `referee token NAME...` and `referee token --roster FILE`: adds the subcommand to `app`; its exit code
/// goes to `code` when it is the one parsed.
void add_token_command(CLI::App& app, int& code);

}  // namespace referee
