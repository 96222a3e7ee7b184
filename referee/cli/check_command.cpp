#include <iostream>
#include <memory>

#include <CLI/CLI.hpp>

#include "referee/base/strict_json.h"
#include "referee/cli/commands.h"
#include "referee/cli/json_argument.h"
#include "referee/net/tls_port.h"
#include "referee/score/rubric.h"
#include "referee/tournament/config/plan.h"

namespace referee {
namespace {

/// What the file amounts to, for people. A file with "items" is a rubric.
std::string text_of(const ConfigArgument& argument) {
  const Json json = parse_strict(read_small_file(argument.file), argument.file);
  if (json.is_object() && json.contains("items")) {
    return score::Rubric::read(json, argument.file).text();
  }
  const TournamentConfig config = argument.load();
  std::string text = plan_text(config, config.entrants.size());
  if (config.tls) {
    text += "  tls         " + TlsPort(*config.tls).text() + "\n";
  }
  return text;
}

}  // namespace

void add_check_command(CLI::App& app, int& code) {
  CLI::App* command =
      app.add_subcommand("check", "Check a tournament file or a rubric, and print what it amounts to");
  const auto argument = std::make_shared<ConfigArgument>();
  argument->add_to(*command);
  command->footer(
      "Prints game, format, entrants, rounds, matches and how long it takes at most; of a rubric its items.\n"
      "Exit code: 0 good, 2 wrong: file, key path, value and what was expected are named.\n\n"
      "Example:\n  referee check configs/walls_class.json");
  command->callback([argument, &code] {
    std::cout << text_of(*argument);
    code = exit_code::kDone;
  });
}

}  // namespace referee
