#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "referee/base/files.h"
#include "referee/base/text.h"
#include "referee/cli/bot_options.h"
#include "referee/cli/commands.h"
#include "referee/lab/finding_text.h"
#include "referee/lab/game_examination.h"
#include "referee/process/sandbox.h"

namespace referee {
namespace {

struct CheckGameArguments {
  std::string folder;
  std::string json;
  std::string sandbox = name_of(kUsualSandbox);
  std::size_t turns = 10'000;
};

int check_game(const CheckGameArguments& arguments) {
  std::vector<Finding> findings;
  GameExamination examination(arguments.folder, sandbox_level(arguments.sandbox).value(), arguments.turns,
                              [&findings](const Finding& finding) {
                                std::cout << line_of(finding) << std::flush;
                                findings.push_back(finding);
                              });
  examination.run();
  std::cout << advice_on(findings) << "\n" << summary_of(findings) << std::endl;
  if (!arguments.json.empty()) {
    write_file_atomically(arguments.json, escaped_json(json_of(findings).dump(2)) + "\n");
  }
  const bool broken = std::ranges::count(findings, Standing::violation, &Finding::standing) > 0;
  return broken ? exit_code::kDifferent : exit_code::kDone;
}

}  // namespace

void add_check_game_command(CLI::App& app, int& code) {
  CLI::App* command = app.add_subcommand(
      "check-game", "Try a game of your own on all that its contract asks, before a class plays it");
  const auto arguments = std::make_shared<CheckGameArguments>();
  command->add_option("FOLDER", arguments->folder, "The folder with game.json")->required();
  command->add_option("--json", arguments->json, "Writes the findings to this file, too")->type_name("FILE");
  command
      ->add_option("--sandbox", arguments->sandbox,
                   "The least sandbox accepted for the game's program: none, basic, bwrap or full")
      ->check(CLI::IsMember({"none", "basic", "bwrap", "full"}))
      ->capture_default_str();
  command
      ->add_option("--turns", arguments->turns,
                   "Speed and memory are measured over so many turns, or for 5 seconds")
      ->type_name("TURNS")
      ->check(CLI::Range(1, 10'000))
      ->capture_default_str();
  command->footer(
      "Plays the game, sends it what no bot should send, names what it does wrong, and says how to mend it.\n"
      "Exit code: 0 all well, 1 violations, 2 wrong usage, 3 the referee or its machine failed,\n"
      "128+N ended by signal N.\n\n"
      "Example:\n"
      "  referee check-game ./my_game");
  command->callback([arguments, &code] { code = check_game(*arguments); });
}

}  // namespace referee
