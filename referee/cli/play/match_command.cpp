#include <memory>

#include <CLI/CLI.hpp>

#include "referee/cli/commands.h"
#include "referee/cli/play/match_arguments.h"
#include "referee/series/run/match_run.h"

namespace referee {

void add_match_command(CLI::App& app, int& code) {
  CLI::App* command = app.add_subcommand("match", "Play matches here, between bots launched or dialling in");
  const auto arguments = std::make_shared<MatchArguments>();
  arguments->add_to(*command);
  command->footer(
      "Exit code: 0 played, 2 wrong usage, 3 the referee or its machine failed, 4 sandbox weaker than asked, "
      "128+N ended by signal N.\n"
      "A bot's faults never change it.\n\n"
      "Examples:\n"
      "  referee match walls --bot new=./new_bot --bot old=./old_bot --pairs 100\n"
      "  referee match walls --bot new=./new_bot --bot old=./old_bot --sprt elo0=0,elo1=20\n"
      "  referee match snake --bot ./new_bot --bot ./old_bot --games 50\n"
      "  referee match walls --bot \"python3 my_bot.py\" --bot sample:walls_search --games 2 --seed 7\n"
      "  referee match walls --bot sample:walls_random --listen 127.0.0.1:7878\n"
      "  referee match walls --bot new=./new_bot --bot old=./old_bot --pairs 5000 --queue "
      "postgresql://db/class");
  command->callback([arguments, &code] { code = begin_match(*arguments).run(); });
}

}  // namespace referee
