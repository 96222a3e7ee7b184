#pragma once

#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace referee {

/// Runs the command of `program` that `words` name: the command line without the program's own name. Returns
/// the exit code if none has run, because help or version was asked for (0), or because the command line is
/// wrong (2), which is printed. Throws std::invalid_argument, naming the nearest that there is, for a
/// command, an option or an argument that there is not, and what the command throws.
std::optional<int> run_command_line(CLI::App& program, std::vector<std::string> words);

}  // namespace referee
