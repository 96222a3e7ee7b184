#pragma once

namespace CLI {
class App;
}

namespace referee {

/// Adds `grade` to the program; `code` gets the exit code.
void add_grade_command(CLI::App& app, int& code);

}  // namespace referee
