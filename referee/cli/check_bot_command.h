#pragma once

#include <CLI/App.hpp>

namespace referee {

/// `referee check-bot -- COMMAND...`: adds the subcommand to `app`; its exit code goes to `code` when it is
/// the one parsed.
void add_check_bot_command(CLI::App& app, int& code);

}  // namespace referee
