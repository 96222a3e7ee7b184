#include <algorithm>
#include <iostream>
#include <memory>

#include <CLI/CLI.hpp>

#include "referee/base/strict_json.h"
#include "referee/base/text.h"
#include "referee/cli/bot_options.h"
#include "referee/cli/commands.h"
#include "referee/cli/json_argument.h"
#include "referee/cli/start_trials.h"
#include "referee/net/tls_port.h"
#include "referee/score/rubric.h"
#include "referee/tournament/config/plan.h"

namespace referee {
namespace {

struct CheckArguments {
  ConfigArgument config;
  bool no_start = false;
};

/// Prints what the file amounts to. A file with "items" is a rubric. Returns the exit code.
int check(const CheckArguments& arguments) {
  const std::string& file = arguments.config.file;
  const Json json = parse_strict(read_small_file(file), file);
  if (json.is_object() && json.contains("items")) {
    std::cout << score::Rubric::read(json, file).text();
    return exit_code::kDone;
  }
  const TournamentConfig config = arguments.config.load();
  std::cout << plan_text(config, config.entrants.size()) << std::flush;
  if (config.tls) {
    std::cout << "  tls         " << TlsPort(*config.tls).text() << "\n" << std::flush;
  }
  const bool launches = !config.house_bot.empty() ||
                        std::ranges::any_of(config.entrants, [](const auto& e) { return e.bot.has_value(); });
  if (!launches) {
    return exit_code::kDone;
  }
  const auto sandbox = open_sandbox(config.sandbox, config.as_root,
                                    config.confines() ? Confines::something : Confines::nothing);
  if (arguments.no_start) {
    return exit_code::kDone;
  }
  const std::size_t failed = try_starts(config, sandbox);
  std::cout << escaped(sandbox->notes().text(), "\n\\") << std::flush;
  return failed == 0 ? exit_code::kDone : exit_code::kNoStart;
}

}  // namespace

void add_check_command(CLI::App& app, int& code) {
  CLI::App* command =
      app.add_subcommand("check", "Check a tournament file or a rubric, and print what it amounts to");
  const auto arguments = std::make_shared<CheckArguments>();
  arguments->config.add_to(*command);
  command->add_flag("--no-start", arguments->no_start,
                    "Does not start the bots that the tournament would launch");
  command->footer(
      "Prints game, format, entrants, rounds, matches and how long it takes at most; of a rubric its items.\n"
      "Starts each launched bot once, in the sandbox that it will play in, and waits for its hello.\n"
      "Exit code: 0 good, 1 a bot does not start, 2 wrong: file, key path, value and what was expected are\n"
      "named, 4 sandbox weaker than asked.\n\n"
      "Example:\n  referee check configs/walls_class.json");
  command->callback([arguments, &code] { code = check(*arguments); });
}

}  // namespace referee
