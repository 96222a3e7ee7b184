#pragma once

#include <string>
#include <vector>

#include "referee/command/exit_codes.h"

namespace CLI {
class App;
}

/// The subcommands of the program. Each function adds one to `app`; when the command line names it, its exit
/// code goes to `code`.
namespace referee {

/// The names of what `ctl` asks for.
std::vector<std::string> ctl_commands();

#define GROUP(title)
#define COMMAND(name) void add_##name(CLI::App& app, int& code);
#define ALSO(name) COMMAND(name)
#include "referee/cli/commands.def"
#undef GROUP
#undef COMMAND
#undef ALSO

}  // namespace referee
