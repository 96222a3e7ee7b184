#include <spdlog/spdlog.h>
#include <unistd.h>

#include <ctime>
#include <filesystem>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include <CLI/CLI.hpp>

#include "referee/base/kernel_time.h"
#include "referee/cli/bot_options.h"
#include "referee/cli/commands.h"
#include "referee/cli/json_argument.h"
#include "referee/cli/logging.h"
#include "referee/collect/class_list.h"
#include "referee/net/service_manager.h"
#include "referee/rules/rules_entry.h"
#include "referee/score/tournament_marks.h"
#include "referee/store/standby.h"
#include "referee/tls/tls_server.h"
#include "referee/tournament/config/plan_text.h"
#include "referee/tournament/run/seeding.h"
#include "referee/tournament/serve/tournament_run.h"

namespace referee {
namespace {

struct TournamentArguments {
  ConfigArgument config;
  LogSpec log;
  std::string web;  // empty: as in the file
  bool insecure = false;
  bool changed_game = false;
  bool changed_entrants = false;
  bool standby = false;
  bool exit_when_done = false;
};

/// `run` shows its pages only if it is asked to: it is for somebody who sits there.
TournamentConfig with_web(TournamentConfig config, const std::string& web, TournamentRun::Show show) {
  if (!web.empty()) {
    config.web.override_listen(web);
  } else if (show == TournamentRun::Show::progress) {
    config.web.listen.reset();
    config.web.metrics.reset();
  }
  return config;
}

/// Tokens and programs do not travel in the open unless the operator says so.
void refuse_open_submissions(const TournamentConfig& config) {
  if (!config.submissions || !config.web.listen || config.tls || config.insecure) {
    return;
  }
  const std::string& host = config.web.listen->host;
  if (host != "localhost" && host != "::1" && host != "[::1]" && !host.starts_with("127.")) {
    throw std::invalid_argument(config.file + ": submissions: the pages are at " + host +
                                ", which other machines reach, and have no TLS: expected \"tls\", pages on "
                                "127.0.0.1 behind a proxy that has it, or --insecure");
  }
}

void refuse_workers_without_jobs(const TournamentConfig& config) {
  if (config.workers && config.store.kind() != StoreUri::Kind::postgresql) {
    throw std::invalid_argument(
        config.file + ": workers: expected a \"store\" in a PostgreSQL database, got " + config.store.text());
  }
}

void refuse_workers_without_folder(const TournamentConfig& config) {
  const std::filesystem::path folder = config.workers ? config.workers->bundles : "";
  if (!folder.empty() && (!std::filesystem::is_directory(folder) || ::access(folder.c_str(), W_OK) != 0)) {
    throw std::invalid_argument(config.file + ": workers.bundles: got " + folder.string() +
                                ", expected a folder that is there and that the referee may write to");
  }
}

std::unique_ptr<Store> open_to_play(const TournamentConfig& config, bool standby) {
  if (!standby) {
    return open_store(config.store, StoreAccess::exclusive);
  }
  const ServiceManager manager = ServiceManager::from_environment();
  std::string said;
  return open_store_after_others(config.store, [&](const std::string& why) {
    if (why == said) {
      manager.alive("standing by");
      return;
    }
    if (said.empty()) {
      manager.ready("standing by");
    }
    said = why;
    spdlog::info("standing by: {}", why);
  });
}

int play(const TournamentArguments& arguments, TournamentRun::Show show) {
  set_up_logging(arguments.log);
  TournamentConfig config = with_web(arguments.config.load(), arguments.web, show);
  config.insecure = arguments.insecure;
  config.takes_changed_game = arguments.changed_game;
  config.takes_changed_entrants = arguments.changed_entrants;
  refuse_open_submissions(config);
  refuse_workers_without_jobs(config);
  refuse_workers_without_folder(config);
  if (const auto marks = score::WrittenMarks::of(config)) {
    (void)score::tournament_marks(config, *marks, {});  // wrong ones are refused now, not at the end of term
  }
  const std::string seeds = seed_entrants(config);
  if (config.tls) {
    (void)TlsServer(*config.tls,
                    std::chrono::system_clock::to_time_t(
                        kernel_utc()));  // a wrong certificate is refused before a store is begun
  }
  std::cout << plan_text(config, config.entrants.size(), collect::measured_answers(arguments.config.file))
            << seeds;
  const Confines confines = config.confines() ? Confines::something : Confines::nothing;
  std::shared_ptr<const Sandbox> sandbox =
      open_sandbox(rules::least_sandbox(*config.game, config.sandbox), config.as_root, confines);
  const bool stays = show == TournamentRun::Show::log && !arguments.exit_when_done;
  const auto at_end = stays ? TournamentRun::AtEnd::stay : TournamentRun::AtEnd::exit;
  return TournamentRun(config, show, at_end, std::move(sandbox), open_to_play(config, arguments.standby))
      .run();
}

void add_command(CLI::App& app, int& code, const char* name, const char* about, TournamentRun::Show show) {
  CLI::App* command = app.add_subcommand(name, about);
  const auto arguments = std::make_shared<TournamentArguments>();
  arguments->config.add_to(*command);
  command
      ->add_option("--web", arguments->web,
                   show == TournamentRun::Show::log
                       ? "HOST:PORT of the pages for browsers, or off; overrides the file's \"web\""
                       : "HOST:PORT of pages for browsers; without it there are none")
      ->type_name("HOST:PORT");
  command->add_flag(
      "--insecure", arguments->insecure,
      "Takes versions of bots (\"submissions\") from other machines without TLS: whoever listens on "
      "the way learns tokens");
  command->add_flag("--changed-game", arguments->changed_game,
                    "Goes on in a store although the folder of its game has changed: matches that are over "
                    "stay as they are, and those to come are played with the changed folder");
  command->add_flag(
      "--changed-entrants", arguments->changed_entrants,
      "Goes on in a round robin although its entrants or their programs have changed: plays what "
      "is missing, and keeps all other results; without it these games are only listed");
  if (show == TournamentRun::Show::log) {
    command->add_flag("--standby", arguments->standby,
                      "If another referee plays on the store, waits, and takes over when that one ends; in a "
                      "PostgreSQL database also when it hangs");
    command->add_flag("--exit-when-done", arguments->exit_when_done,
                      "Ends when all rounds are over; without it pages and ctl stay until SIGTERM, SIGINT or "
                      "'referee ctl stop'");
  }
  add_log_options(*command, arguments->log);
  command->footer(std::string("On a store that is half way it goes on where it was. The first SIGTERM or "
                              "SIGINT lets running matches end, the second does not.\n"
                              "Exit code: 0 over, or stopped in order; 2 wrong config, or another store; 3 "
                              "the referee or its machine failed; 4 sandbox weaker than asked; 128+N stopped "
                              "at once by signal N. A bot's faults never change it.\n\n"
                              "Example:\n"
                              "  referee ") +
                  name + " configs/walls_class.json --reports out");
  command->callback([arguments, &code, show] { code = play(*arguments, show); });
}

}  // namespace

void add_tournament_commands(CLI::App& app, int& code) {
  add_command(app, code, "run", "Run a tournament here, and print its standings",
              TournamentRun::Show::progress);
  add_command(app, code, "serve", "Run a tournament as a daemon; bots dial in, or are launched",
              TournamentRun::Show::log);
}

}  // namespace referee
