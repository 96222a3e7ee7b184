#include <algorithm>
#include <fstream>
#include <iostream>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "referee/base/strict_json.h"
#include "referee/base/text.h"
#include "referee/cli/commands.h"
#include "referee/cli/json_argument.h"
#include "referee/collect/class_list.h"
#include "referee/net/tls_port.h"
#include "referee/process/sandbox.h"
#include "referee/rules/rules_entry.h"
#include "referee/score/rubric.h"
#include "referee/score/scored_game.h"
#include "referee/score/tournament_marks.h"
#include "referee/store/store.h"
#include "referee/store/store_file.h"
#include "referee/tournament/config/config_frame.h"
#include "referee/tournament/config/plan_text.h"
#include "referee/tournament/run/seeding.h"
#include "referee/tournament/run/store_check.h"
#include "referee/tournament/serve/start_trials.h"

namespace referee {
namespace {

struct CheckArguments {
  ConfigArgument config;
  bool no_start = false;
  bool deep = false;
  bool verbose = false;
  bool json = false;
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
  std::cout << escaped(store) << ": " << (check.problem_count == 0 ? "ok, " : "damaged, ")
            << counted(check.entrants, "entrant") << ", " << counted(check.rounds, "round") << ", "
            << counted(check.records, "record");
  if (depth == CheckDepth::replay) {
    std::cout << " played again, " << counted(check.turns, "turn");
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

/// Whether bots of this tournament are started on this machine: then check tries each of them once.
bool launches(const TournamentConfig& config) {
  return !config.house_bot.empty() ||
         std::ranges::any_of(config.entrants, [](const auto& e) { return e.bot.has_value(); });
}

/// How the bots of a tournament, or of a rubric, have started.
struct StartCheck {
  std::shared_ptr<const Sandbox> sandbox;  ///< null: no bot would be started
  std::vector<StartTrial> starts;          ///< empty with --no-start

  std::size_t failed() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(starts, [](const StartTrial& trial) { return !trial.problem.empty(); }));
  }
};

/// Throws WeakSandbox.
StartCheck start_bots(const TournamentConfig& config, const CheckArguments& arguments) {
  StartCheck check;
  if (!launches(config)) {
    return check;
  }
  const SandboxLevel least = rules::least_sandbox(*config.game, config.sandbox);
  check.sandbox = Sandbox::open(config.confines() ? least : SandboxLevel::none,
                                config.as_root ? RunAs::root : RunAs::own_user);
  if (!arguments.no_start && config.game->has_turns()) {
    check.starts = try_starts(launched_bots(config), Milliseconds(config.clock.init_ms), check.sandbox);
  }
  return check;
}

void print_sandbox(const Sandbox& sandbox, bool verbose) {
  if (!verbose) {
    std::cout << "sandbox: " << name_of(sandbox.level())
              << (sandbox.level() == SandboxLevel::full ? "" : " (--verbose says what this machine lacks)")
              << "\n";
    return;
  }
  std::cout << "sandbox: " << escaped(sandbox.text(), "\\") << "\n";
  if (!sandbox.bounds_text().empty()) {
    std::cout << "joint bounds: " << escaped(sandbox.bounds_text(), "\\") << "\n";
  }
  std::cout << escaped(sandbox.notes().text(), "\n\\");
}

void print_starts(const StartCheck& check) {
  for (const StartTrial& trial : check.starts) {
    if (!trial.problem.empty()) {
      std::cout << escaped(trial.name, "\\") << " does not start: " << escaped(trial.problem, "\\") << "\n";
    }
  }
  if (!check.starts.empty()) {
    std::cout << "starts: " << check.starts.size() - check.failed() << " of " << check.starts.size()
              << " bots have started and said hello\n";
  }
}

/// Says what a tournament amounts to, and starts its bots unless they are not to be. Returns the exit code.
int check_tournament(TournamentConfig config, const CheckArguments& arguments) {
  const std::string seeds = seed_entrants(config);
  const std::size_t entrants = config.entrants.size();
  const auto marks = score::WrittenMarks::of(config);
  const std::string marks_text = marks ? score::tournament_marks(config, *marks, {}).items_text() : "";
  const auto measured = collect::measured_answers(arguments.config.file);
  if (!arguments.json) {
    std::cout << plan_text(config, entrants, measured) << seeds << marks_text;
    if (config.tls) {
      std::cout << "tls: " << TlsPort(*config.tls).text() << "\n";
    }
    const auto file = config.store.file();
    if (const std::string missing = file ? missing_folder(*file) : ""; !missing.empty()) {
      std::cout << "  warning: store: " << escaped(missing) << ".\n";
    }
    std::cout << std::flush;
  }
  const StartCheck check = start_bots(config, arguments);
  const int code = check.failed() == 0 ? exit_code::kDone : exit_code::kNoStart;
  if (arguments.json) {
    Json json = plan_json(config, entrants, measured);
    json["sandbox"] = check.sandbox ? Json(name_of(check.sandbox->level())) : Json();
    json["starts"] = Json::array();
    for (const StartTrial& trial : check.starts) {
      json["starts"].push_back(
          {{"name", trial.name}, {"problem", trial.problem.empty() ? Json() : Json(trial.problem)}});
    }
    std::cout << escaped_json(json.dump(2, ' ', false, Json::error_handler_t::replace)) << "\n";
    return code;
  }
  if (check.sandbox && config.confines()) {
    print_sandbox(*check.sandbox, arguments.verbose);
  }
  print_starts(check);
  return code;
}

/// The opponents of all items, each once. Their words were checked when the rubric was read.
std::vector<BotOnTrial> opponents_of(const score::Rubric& rubric) {
  std::set<std::vector<std::string>> commands;
  for (const score::RubricItem& item : rubric.items) {
    for (const auto& line_up : item.line_ups) {
      for (const std::vector<std::string>& command : line_up) {
        commands.insert(score::opponent_words(command, rubric.seed));
      }
    }
  }
  std::vector<BotOnTrial> bots;
  for (const std::vector<std::string>& argv : commands) {
    bots.push_back({"the opponent " + shell_command(argv), BotCommand{argv}});
  }
  return bots;
}

/// Says what a rubric asks for, and starts its opponents unless they are not to be. Returns the exit code.
int check_rubric(const score::Rubric& rubric, const CheckArguments& arguments) {
  std::cout << rubric.text() << std::flush;
  StartCheck check;
  if (!arguments.no_start && !rubric.items.empty()) {
    check.starts =
        try_starts(opponents_of(rubric), Milliseconds(rubric.items.front().clock.init_ms), nullptr);
  }
  print_starts(check);
  return check.failed() == 0 ? exit_code::kDone : exit_code::kNoStart;
}

/// Whether the file is one for `referee collect`, which adds the bots that a class has handed in: it has
/// none, and nobody may enter by dialling in.
bool awaits_collect(const Json& json) {
  return json.is_object() && !json.contains("entrants") &&
         json.value("registration", Json("closed")) == "closed";
}

TournamentConfig load_to_check(const ConfigArgument& argument, const Json& json) {
  if (!awaits_collect(json)) {
    return argument.load();
  }
  TournamentConfig frame = read_tournament_frame(json, argument.file);
  return frame.format->traits().open_practice ? argument.load() : argument.overriding(std::move(frame));
}

/// Whether an object is meant as a rubric rather than as a tournament file: it has items or names the schema
/// of rubrics, and has no format.
bool is_rubric(const Json& json) {
  const Json schema = json.value("$schema", Json());
  const bool named =
      schema.is_string() && schema.get_ref<const std::string&>().ends_with("rubric.schema.json");
  return (json.contains("items") || named) && !json.contains("format");
}

/// Checks what the argument names: a store, a rubric or a tournament file.
int check_argument(const CheckArguments& arguments) {
  const std::string& file = arguments.config.file;
  if (names_store(file)) {
    if (arguments.json) {
      throw std::invalid_argument("--json: got the store " + StoreUri::without_password(file) +
                                  ", expected a tournament file");
    }
    return check_store(file, arguments.deep ? CheckDepth::replay : CheckDepth::read);
  }
  if (arguments.deep) {
    throw std::invalid_argument("--deep: got " + file +
                                ", which is no store: expected a store, or no --deep");
  }
  const Json json = read_json_file(file);
  if (json.is_object() && is_rubric(json)) {
    if (arguments.json) {
      throw std::invalid_argument("--json: got the rubric " + file + ", expected a tournament file");
    }
    return check_rubric(score::Rubric::read(json, file), arguments);
  }
  if (json.is_object() && !json.contains("format") && !json.contains("entrants")) {
    throw std::invalid_argument(file + R"(: got neither "format" nor "items", expected a tournament file, )"
                                       R"(which has a "format", or a rubric, which has "items")");
  }
  return check_tournament(load_to_check(arguments.config, json), arguments);
}

}  // namespace

void add_check_command(CLI::App& app, int& code) {
  CLI::App* command =
      app.add_subcommand("check", "Say what a tournament file means, or check a rubric or a store");
  const auto arguments = std::make_shared<CheckArguments>();
  arguments->config.add_to(*command);
  command->add_flag("--no-start", arguments->no_start, "Does not start the bots that would be launched");
  command->add_flag("--deep", arguments->deep, "Of a store: play all its records again, too");
  command->add_flag("--verbose", arguments->verbose,
                    "Says what this machine's sandbox lacks, and how to get it");
  command->add_flag("--json", arguments->json, "Of a tournament file: the same as one JSON object");
  command->footer(
      "Says in sentences what is played, who plays, how many rounds and games there are, when it begins, who "
      "may watch, what is secret, where results go, and how long it takes: typically, and at most. Starts "
      "each bot once, in the sandbox that it will play in, and waits for its hello. Of a rubric: its items, "
      "and its opponents are started once. Of a store (PATH, sqlite:PATH or postgresql:...), also while a "
      "referee runs on it: whether the file is sound, and pairings, results and records can be read.\n"
      "Exit code: 0 good, 1 a bot does not start or a store is damaged, 2 wrong: file, key path, value and "
      "what was expected are named, 4 sandbox weaker than asked.\n\n"
      "Examples:\n"
      "  referee check configs/walls_class.json\n"
      "  referee check --deep class.db");
  command->callback([arguments, &code] { code = check_argument(*arguments); });
}

}  // namespace referee
