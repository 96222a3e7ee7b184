#pragma once

namespace CLI {
class App;
}

namespace referee {

/// Adds `serve` and `run` to the program; `code` gets the exit code.
void add_tournament_commands(CLI::App& app, int& code);

}  // namespace referee
