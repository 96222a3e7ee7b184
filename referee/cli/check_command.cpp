#include "referee/cli/check_command.h"

#include <iostream>
#include <memory>

#include <CLI/CLI.hpp>

#include "referee/cli/config_argument.h"
#include "referee/cli/exit_code.h"
#include "referee/tournament/plan.h"

namespace referee {

void add_check_command(CLI::App& app, int& code) {
  CLI::App* command = app.add_subcommand("check", "Check a tournament file, and print what it amounts to");
  const auto argument = std::make_shared<ConfigArgument>();
  argument->add_to(*command);
  command->footer(
      "Prints game, format, entrants, rounds, matches and how long it takes at most.\n"
      "Exit code: 0 good, 2 wrong: file, key path, value and what was expected are named.\n\n"
      "Example:\n  referee check configs/walls_class.json");
  command->callback([argument, &code] {
    const TournamentConfig config = argument->load();
    std::cout << plan_text(config, config.entrants.size());
    code = exit_code::kDone;
  });
}

}  // namespace referee
