#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "referee/base/files.h"
#include "referee/base/text.h"
#include "referee/cli/commands.h"
#include "referee/match/replay.h"

namespace referee {
namespace {

int verify(const std::string& path) {
  const auto record = file_text(path);
  if (!record) {
    std::cerr << escaped(path) << ": cannot be read\n";
    return exit_code::kUsage;
  }
  const Verified verified = verify_record(*record);
  if (verified.difference) {
    std::cout << escaped(path + ": " + verified.difference->text(), "\\") << "\n";
    return exit_code::kDifferent;
  }
  std::cout << escaped(path) << ": ok, " << verified.turns << " turns" << (verified.is_void ? ", void" : "")
            << "\n";
  return exit_code::kDone;
}

}  // namespace

void add_verify_command(CLI::App& app, int& code) {
  CLI::App* command = app.add_subcommand("verify", "Play records again and compare every event");
  const auto paths = std::make_shared<std::vector<std::string>>();
  command->add_option("RECORD", *paths, "Record files, JSON Lines")->required();
  command->footer(
      "Prints one line a record. For the first difference: line, turn, field, got, expected.\n"
      "Exit code: 0 all true, 1 a difference, 2 a file that cannot be read.\n\n"
      "Example:\n  referee verify out/records/*.jsonl");
  command->callback([paths, &code] {
    for (const std::string& path : *paths) {
      code = std::max(code, verify(path));
    }
  });
}

}  // namespace referee
