#include <algorithm>
#include <fstream>
#include <iostream>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

#include "referee/base/strict_json.h"
#include "referee/base/text.h"
#include "referee/cli/bot_options.h"
#include "referee/cli/commands.h"
#include "referee/cli/json_argument.h"
#include "referee/cli/start_trials.h"
#include "referee/net/tls_port.h"
#include "referee/score/rubric.h"
#include "referee/store/store.h"
#include "referee/tournament/config/plan.h"
#include "referee/tournament/run/store_check.h"

namespace referee {
namespace {

struct CheckArguments {
  ConfigArgument config;
  bool no_start = false;
  bool deep = false;
};

constexpr std::string_view kSqliteMagic = "SQLite format 3";
constexpr std::string_view kSqliteScheme = "sqlite:";
constexpr std::string_view kPostgresqlScheme = "postgresql:";

/// Whether the argument names a store rather than a text file.
bool names_store(const std::string& argument) {
  std::string head(kSqliteMagic.size(), '\0');
  std::ifstream file(argument, std::ios::binary);
  file.read(head.data(), static_cast<std::streamsize>(head.size()));
  return argument.starts_with(kSqliteScheme) || argument.starts_with(kPostgresqlScheme) ||
         head == kSqliteMagic;
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
  const StoreUri uri = StoreUri::parse(name);
  try {
    const auto store = open_store(uri, StoreAccess::read_only);
    return print_check(name, check_stored(*store, depth), depth);
  } catch (const NotAStore&) {
    throw;
  } catch (const StoreError& damaged) {  // so much that it cannot be opened
    if (!uri.file()) {
      throw;  // the server is not reached
    }
    std::cout << escaped(damaged.what(), "\\") << "\n";
    return exit_code::kDifferent;
  }
}

/// Prints what a tournament amounts to, and starts its bots unless they are not to be. Returns the exit code.
int check_tournament(const TournamentConfig& config, bool no_start) {
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
  if (no_start) {
    return exit_code::kDone;
  }
  const std::size_t failed = try_starts(config, sandbox);
  std::cout << escaped(sandbox->notes().text(), "\n\\") << std::flush;
  return failed == 0 ? exit_code::kDone : exit_code::kNoStart;
}

/// How many keys of `json` are among `keys`, and not among `others`.
std::ptrdiff_t keys_only_of(std::span<const std::string_view> keys, std::span<const std::string_view> others,
                            const Json& json) {
  return std::ranges::count_if(keys, [&](std::string_view key) {
    return std::ranges::find(others, key) == others.end() && json.contains(key);
  });
}

/// Whether JSON is meant as a rubric rather than as a tournament file: by the keys that only one of the two
/// has. A file with none of these is a tournament file unless it names the schema of rubrics.
bool is_rubric(const Json& json) {
  if (!json.is_object()) {
    return false;
  }
  const auto of_rubrics = score::Rubric::keys();
  const auto of_tournaments = TournamentConfig::keys();
  const auto rubric = keys_only_of(of_rubrics, of_tournaments, json);
  const auto tournament = keys_only_of(of_tournaments, of_rubrics, json);
  const Json schema = json.value("$schema", Json());
  const bool named =
      schema.is_string() && schema.get_ref<const std::string&>().ends_with("rubric.schema.json");
  return rubric != tournament ? rubric > tournament : named;
}

/// Checks what the argument names: a store, a rubric or a tournament file.
int check_argument(const CheckArguments& arguments) {
  const std::string& file = arguments.config.file;
  if (names_store(file)) {
    return check_store(file, arguments.deep ? CheckDepth::replay : CheckDepth::read);
  }
  if (arguments.deep) {
    throw std::invalid_argument("--deep: " + file + " is no store");
  }
  const Json json = read_json_file(file);
  if (is_rubric(json)) {
    std::cout << score::Rubric::read(json, file).text();
    return exit_code::kDone;
  }
  if (json.is_object() && !json.contains("format") && !json.contains("items") &&
      keys_only_of(TournamentConfig::keys(), score::Rubric::keys(), json) == 0) {
    throw std::invalid_argument(file + R"(: got neither "format" nor "items", expected a tournament file, )"
                                       R"(which has a "format", or a rubric, which has "items")");
  }
  return check_tournament(arguments.config.load(), arguments.no_start);
}

}  // namespace

void add_check_command(CLI::App& app, int& code) {
  CLI::App* command = app.add_subcommand(
      "check", "Check a tournament file, a rubric or a store, and print what it amounts to");
  const auto arguments = std::make_shared<CheckArguments>();
  arguments->config.add_to(*command);
  command->add_flag("--no-start", arguments->no_start,
                    "Does not start the bots that the tournament would launch");
  command->add_flag("--deep", arguments->deep, "Of a store: play all its records again, too");
  command->footer(
      "Prints game, format, entrants, rounds, matches and how long it takes at most; of a rubric its items.\n"
      "Starts each launched bot once, in the sandbox that it will play in, and waits for its hello.\n"
      "Of a store (PATH, sqlite:PATH or postgresql:...), also while a referee runs on it: whether the file "
      "is sound, and "
      "pairings,\n"
      "results and records can be read.\n"
      "Exit code: 0 good, 1 a bot does not start or a store is damaged, 2 wrong: file, key path, value and\n"
      "what was expected are named, 4 sandbox weaker than asked.\n\n"
      "Examples:\n  referee check configs/walls_class.json\n  referee check --deep class.db");
  command->callback([arguments, &code] { code = check_argument(*arguments); });
}

}  // namespace referee
