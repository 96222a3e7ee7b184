#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace referee {

/// Commands that people use for one thing, such as "A class".
struct CommandGroup {
  std::string title;
  std::vector<std::string> commands;  ///< those that the first help explains
  std::vector<std::string> also;      ///< those that it names only
};

/// Adds all commands of commands.def to `program`. When the command line names one, its exit code goes to
/// `code`. Returns the groups of those that help shows, in their order; the group of each, as CLI11 keeps it,
/// is the title.
std::vector<CommandGroup> add_commands(CLI::App& program, int& code);

}  // namespace referee
