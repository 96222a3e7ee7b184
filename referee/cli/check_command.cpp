#include <fstream>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

#include "referee/base/strict_json.h"
#include "referee/base/text.h"
#include "referee/cli/commands.h"
#include "referee/cli/json_argument.h"
#include "referee/score/rubric.h"
#include "referee/store/store.h"
#include "referee/tournament/config/plan.h"
#include "referee/tournament/run/store_check.h"

namespace referee {
namespace {

constexpr std::string_view kSqliteMagic = "SQLite format 3";
constexpr std::string_view kSqliteScheme = "sqlite:";

/// Whether the argument names a store rather than a text file.
bool names_store(const std::string& argument) {
  std::string head(kSqliteMagic.size(), '\0');
  std::ifstream file(argument, std::ios::binary);
  file.read(head.data(), static_cast<std::streamsize>(head.size()));
  return argument.starts_with(kSqliteScheme) || head == kSqliteMagic;
}

int print_check(const std::string& store, const StoreCheck& check, CheckDepth depth) {
  for (const std::string& problem : check.problems) {
    std::cout << escaped(store + ": " + problem, "\\") << "\n";
  }
  if (check.problem_count > check.problems.size()) {
    std::cout << escaped(store) << ": " << check.problem_count - check.problems.size() << " more problems\n";
  }
  std::cout << escaped(store) << ": " << (check.problem_count == 0 ? "ok, " : "damaged, ") << check.entrants
            << " entrants, " << check.rounds << " rounds, " << check.records << " records";
  if (depth == CheckDepth::replay) {
    std::cout << " played again, " << check.turns << " turns";
  }
  std::cout << "\n";
  return check.problem_count == 0 ? exit_code::kDone : exit_code::kDifferent;
}

int check_store(const std::string& name, CheckDepth depth) {
  try {
    const auto store = open_store(StoreUri::parse(name), StoreAccess::read_only);
    return print_check(name, check_stored(*store, depth), depth);
  } catch (const NotAStore&) {
    throw;
  } catch (const StoreError& damaged) {  // so much that it cannot be opened
    std::cout << escaped(damaged.what(), "\\") << "\n";
    return exit_code::kDifferent;
  }
}

/// What the file amounts to, for people. A file with "items" is a rubric.
std::string text_of(const ConfigArgument& argument) {
  const Json json = parse_strict(read_small_file(argument.file), argument.file);
  if (json.is_object() && json.contains("items")) {
    return score::Rubric::read(json, argument.file).text();
  }
  const TournamentConfig config = argument.load();
  return plan_text(config, config.entrants.size());
}

}  // namespace

void add_check_command(CLI::App& app, int& code) {
  CLI::App* command = app.add_subcommand(
      "check", "Check a tournament file, a rubric or a store, and print what it amounts to");
  const auto argument = std::make_shared<ConfigArgument>();
  argument->add_to(*command);
  const auto deep = std::make_shared<bool>(false);
  command->add_flag("--deep", *deep, "Of a store: play all its records again, too");
  command->footer(
      "Prints game, format, entrants, rounds, matches and how long it takes at most; of a rubric its items.\n"
      "Of a store (PATH or sqlite:PATH), also while a referee runs on it: whether the file is sound, and "
      "pairings,\n"
      "results and records can be read.\n"
      "Exit code: 0 good, 1 a damaged store, 2 wrong: file, key path, value and what was expected are "
      "named.\n\n"
      "Examples:\n  referee check configs/walls_class.json\n  referee check --deep class.db");
  command->callback([argument, deep, &code] {
    if (names_store(argument->file)) {
      code = check_store(argument->file, *deep ? CheckDepth::replay : CheckDepth::read);
      return;
    }
    if (*deep) {
      throw std::invalid_argument("--deep: " + argument->file + " is no store");
    }
    std::cout << text_of(*argument);
    code = exit_code::kDone;
  });
}

}  // namespace referee
