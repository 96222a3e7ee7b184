#pragma once

namespace CLI {
class App;
}

namespace referee {

/// Adds `standings` to the program; `code` gets the exit code.
void add_standings_command(CLI::App& app, int& code);

}  // namespace referee
