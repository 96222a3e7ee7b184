#pragma once

namespace CLI {
class App;
}

namespace referee {

/// `referee pair FILE` and `referee pair --check FILE...`: adds the subcommand to `app`; its exit code goes
/// to `code` when it is the one parsed.
void add_pair_command(CLI::App& app, int& code);

}  // namespace referee
