#include <algorithm>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "referee/base/input.h"
#include "referee/base/text.h"
#include "referee/cli/commands.h"
#include "referee/match/replay.h"

namespace referee {
namespace {

/// A key that this version does not know is no difference: a later version may have added it.
void report_unknown(const std::string& path, const UnknownKeys& unknown) {
  for (const std::string& place : unknown.places) {
    std::cerr << escaped(path + ": " + place, "\\") << ": unknown key, not checked\n";
  }
  if (unknown.count > unknown.places.size()) {
    std::cerr << escaped(path) << ": " << unknown.count - unknown.places.size() << " more unknown keys\n";
  }
}

int verify(const std::string& path) {
  std::string record;
  try {
    record = read_whole_file(path, kMaxRecordMib);
  } catch (const std::invalid_argument& unreadable) {
    std::cerr << escaped(unreadable.what(), "\\") << "\n";
    return exit_code::kUsage;
  }
  const Verified verified = verify_record(record);
  report_unknown(path, verified.unknown);
  if (verified.difference) {
    std::cout << escaped(path + ": " + verified.difference->text(), "\\") << "\n";
    return exit_code::kDifferent;
  }
  std::cout << escaped(path) << ": ok, " << verified.turns << " turns";
  if (verified.given_turns > 0) {
    std::cout << ", " << verified.given_turns << " of them given";
  }
  std::cout << (verified.is_void ? ", does not count (void)\n" : "\n");
  return exit_code::kDone;
}

}  // namespace

void add_verify_command(CLI::App& app, int& code) {
  CLI::App* command = app.add_subcommand("verify", "Play records again and compare every event");
  const auto paths = std::make_shared<std::vector<std::string>>();
  command->add_option("RECORD", *paths, "Record files, JSON Lines")->required();
  command->footer(
      "Prints one line a record. For the first difference: line, turn, field, got, expected.\n"
      "Keys that this version does not know are named on standard error.\n"
      "Exit code: 0 all true, 1 a difference, 2 a file that cannot be read.\n\n"
      "Example:\n  referee verify out/records/*.jsonl");
  command->callback([paths, &code] {
    for (const std::string& path : *paths) {
      code = std::max(code, verify(path));
    }
  });
}

}  // namespace referee
