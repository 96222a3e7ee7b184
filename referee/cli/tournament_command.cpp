#include <ctime>
#include <iostream>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>

#include "referee/cli/bot_options.h"
#include "referee/cli/commands.h"
#include "referee/cli/json_argument.h"
#include "referee/cli/logging.h"
#include "referee/cli/tournament_run.h"
#include "referee/tls/tls_server.h"
#include "referee/tournament/config/plan.h"

namespace referee {
namespace {

struct TournamentArguments {
  ConfigArgument config;
  LogSpec log;
};

int play(const TournamentArguments& arguments, TournamentRun::Show show) {
  set_up_logging(arguments.log);
  const TournamentConfig config = arguments.config.load();
  if (config.tls) {
    (void)TlsServer(*config.tls,
                    std::time(nullptr));  // a wrong certificate is refused before a store is begun
  }
  std::cout << plan_text(config, config.entrants.size());
  const Confines confines = config.confines() ? Confines::something : Confines::nothing;
  return TournamentRun(config, show, open_sandbox(config.sandbox, config.as_root, confines)).run();
}

void add_command(CLI::App& app, int& code, const char* name, const char* about, TournamentRun::Show show) {
  CLI::App* command = app.add_subcommand(name, about);
  const auto arguments = std::make_shared<TournamentArguments>();
  arguments->config.add_to(*command);
  add_log_options(*command, arguments->log);
  command->footer(
      std::string(
          "On a store that is half way it goes on where it was. The first SIGTERM or SIGINT lets running\n"
          "matches end, the second does not.\n"
          "Exit code: 0 over, or stopped in order; 2 wrong config, or another store; 3 the referee or its\n"
          "machine failed; 4 sandbox weaker than asked; 128+N stopped at once by signal N. A bot's faults\n"
          "never change it.\n\n"
          "Example:\n  referee ") +
      name + " configs/walls_class.json --reports out");
  command->callback([arguments, &code, show] { code = play(*arguments, show); });
}

}  // namespace

void add_tournament_commands(CLI::App& app, int& code) {
  add_command(app, code, "serve", "Run a tournament as a daemon, for bots that dial in or are launched",
              TournamentRun::Show::log);
  add_command(app, code, "run", "Run a tournament here, with a progress bar, and print its standings",
              TournamentRun::Show::progress);
}

}  // namespace referee
