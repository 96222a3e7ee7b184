#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "bindings/program/commands.h"
#include "bindings/program/console.h"
#include "referee/base/input.h"
#include "referee/base/text.h"
#include "referee/match/replay.h"
#include "referee/match/verified_text.h"
#include "referee/match/verify_totals.h"

namespace program {
namespace {

namespace fs = std::filesystem;

/// The records that the arguments name: files, and those of folders in the order of their names.
std::vector<std::string> records_of(const std::vector<std::string>& arguments) {
  std::vector<std::string> files;
  for (const std::string& argument : arguments) {
    if (!fs::is_directory(path_of(argument))) {
      files.push_back(argument);
      continue;
    }
    const std::size_t before = files.size();
    for (const auto& entry : fs::directory_iterator(path_of(argument))) {
      if (entry.path().extension() == ".jsonl") {
        files.push_back(argument_of(entry.path()));
      }
    }
    std::sort(files.begin() + static_cast<std::ptrdiff_t>(before), files.end());
    if (files.size() == before) {
      throw std::invalid_argument(argument + ": no records in this folder: expected files *.jsonl");
    }
  }
  return files;
}

void verify(const std::string& file, referee::VerifyTotals& totals) {
  try {
    const referee::Verified verified = referee::verify_record(read(file, referee::kMaxRecordMib));
    const bool different = verified.difference.has_value();
    std::cout << referee::escaped(file + ": " + referee::verified_text(verified), different ? "\\" : "")
              << "\n";
    ++(different ? totals.different : totals.ok);
  } catch (const std::invalid_argument& unreadable) {
    std::cerr << referee::escaped(unreadable.what(), "\\") << "\n";
    ++totals.unreadable;
  }
}

int verify_all(const std::vector<std::string>& arguments) {
  const std::vector<std::string> files = records_of(arguments);
  referee::VerifyTotals totals;
  for (const std::string& file : files) {
    verify(file, totals);
  }
  if (files != arguments) {
    std::cout << totals.text() << "\n";
  }
  return totals.unreadable > 0 ? 2 : totals.different > 0 ? 1 : 0;
}

}  // namespace

void add_verify(CLI::App& app, int& code) {
  CLI::App* const command = app.add_subcommand("verify", "Play records again and compare every event");
  const auto records = std::make_shared<std::vector<std::string>>();
  command->add_option("RECORD", *records, "Record files, JSON Lines, or folders of them")->required();
  command->footer("Exit code: 0 all true, 1 a difference, 2 a file that cannot be read.");
  command->callback([records, &code] { code = verify_all(*records); });
}

}  // namespace program
