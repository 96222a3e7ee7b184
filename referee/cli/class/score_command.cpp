#include <filesystem>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

#include <CLI/CLI.hpp>

#include "protocol/messages.h"
#include "referee/adapt/submission.h"
#include "referee/cli/bot_options.h"
#include "referee/cli/commands.h"
#include "referee/games/adapters.h"
#include "referee/rules/rules_entry.h"
#include "referee/score/report_files.h"
#include "referee/score/rubric.h"
#include "referee/score/score_pages.h"
#include "referee/score/score_run.h"

namespace referee {
namespace {

/// The command line of `referee score`. CLI11 writes to this object, so it must outlive the parsing.
struct ScoreArguments : ScoreOrder {
  BotArgument bot;      ///< the submission's
  std::string stdio;    ///< empty: as in the rubric
  std::string sandbox;  ///< empty: as in the rubric

  void add_to(CLI::App& app);
};

/// For CLI11: empty if `text` can be the name of a player.
std::string name_problem(const std::string& text) {
  return protocol::is_valid_name(text)
             ? ""
             : "expected 1 to 32 letters, digits, \".\", \"_\" and \"-\", beginning with a letter or digit";
}

/// Finds mistakes before the first match is played. Throws std::invalid_argument.
void check_folder(const std::string& option, const std::filesystem::path& folder,
                  const std::filesystem::path& below) {
  std::error_code error;
  std::filesystem::create_directories(folder / below, error);
  if (error) {
    throw std::invalid_argument(option + " " + folder.string() + ": cannot be written: " + error.message());
  }
}

/// What the submission is written to: the handout that the rubric grades, unless --as says json. `typed`:
/// whether --as is on the command line. Throws std::invalid_argument for an adapter of another game.
std::string adapter_of(const ScoreArguments& arguments, const score::Rubric& rubric, bool typed) {
  const Adapter* const named = adapter_named(arguments.adapter);
  if (named != nullptr) {
    check_game(*named, rubric.game->name);
  }
  if (!rubric.adapter || (typed && named == nullptr)) {
    return arguments.adapter;
  }
  if (typed && arguments.adapter != *rubric.adapter) {
    std::cerr << "--as " << arguments.adapter << ": this rubric grades programs of another handout: --as "
              << *rubric.adapter << " is used\n";
  }
  return *rubric.adapter;
}

void ScoreArguments::add_to(CLI::App& app) {
  app.add_option("RUBRIC", rubric,
                 "What is played and what it is worth; configs/rubrics/README.md explains it")
      ->required();
  bot.add_to(app);
  add_adapter_option(app, adapter);
  add_stdio_option(app, stdio)
      ->description(
          "What the submission has as standard input and output: a TCP connection, which the kernel stamps "
          "(tcp), "
          "or pipes, for a bot that opens /dev/stdin or /dev/stdout (pipe); overrides the rubric's "
          "\"stdio\"");
  app.add_option("--jobs", jobs, "Games at once; default 1, which keeps clocks honest, and 64 with --queue")
      ->check(CLI::Range(1, 256));
  app.add_option("--queue", queue,
                 "postgresql:...: the workers of this store play the games (`referee worker`, `referee store "
                 "init`); the submission is built here")
      ->type_name("STORE")
      ->envname("REFEREE_QUEUE");
  app.add_option("--deadline", deadline_s,
                 "Seconds until everything is stopped; items that are not complete then are left unplayed")
      ->type_name("SECONDS")
      ->check(CLI::Range(1, 86'400));
  app.add_option("--junit", files.junit, "Write a JUnit XML report to this file")->type_name("FILE");
  app.add_flag("--junit-threshold", files.junit_threshold,
               "Tests of the JUnit report fail only if the points are below the rubric's threshold");
  app.add_option("--html", html,
                 "Write a folder of pages: points by criterion, and a replay of each game that cost points")
      ->type_name("FOLDER");
  app.add_option("--gradescope", files.gradescope, "Write Gradescope's results.json to this file")
      ->type_name("FILE");
  app.add_option("--classroom", files.classroom, "Write Classroom 50's result.json to this file")
      ->type_name("FILE");
  app.add_option("--csv", files.csv, "Write a gradebook to this file: FILE, canvas:FILE or moodle:FILE")
      ->type_name("FILE");
  app.add_option("--json", files.json, "Write all of it as JSON to this file")->type_name("FILE");
  app.add_option(
         "--sandbox", sandbox,
         "The least sandbox accepted: none, basic, bwrap or full. The strongest that works here is used; "
         "none confines nothing, even where more works. Overrides the rubric's \"sandbox\"")
      ->check(CLI::IsMember({"none", "basic", "bwrap", "full"}));
  app.add_option("--readable", readable,
                 "A file or folder that the submission may read as well, such as an interpreter of your own")
      ->type_name("PATH")
      ->allow_extra_args(false);
  add_as_root_flag(app, as_root);
  add_memory_option(app, memory_mib);
  app.add_option("--submission", submission,
                 "The submission's folder, a copy of which it plays from, or its archive")
      ->type_name("PATH")
      ->capture_default_str();
  app.add_option("--name", name, "The submission's name in games and reports")
      ->type_name("NAME")
      ->check(CLI::Validator(name_problem, ""))
      ->capture_default_str();
  app.add_option("--reports", reports, "Folder for records")->type_name("FOLDER")->capture_default_str();
  app.add_flag("--exit-zero", exit_zero, "Return 0 although the points are not enough");
  app.add_flag("--reveal", files.reveal, "Show and record hidden items too: for instructors only");
}

}  // namespace

void add_score_command(CLI::App& app, int& code) {
  CLI::App* command = app.add_subcommand("score", "Play a submission against a rubric, and give it points");
  const auto arguments = std::make_shared<ScoreArguments>();
  arguments->add_to(*command);
  command->footer(
      "Result files are complete after every item. With --jobs 1 and opponents that answer alike each time "
      "the same submission gets the same points.\n"
      "Exit code: 0 enough points, 1 not enough (or it does not build), 2 wrong usage, 3 the referee or its "
      "machine failed, or the deadline came: worth a retry, 4 the sandbox is weaker than asked, 128+N ended "
      "by signal N.\n\n"
      "Example:\n"
      "  referee score rubric.json --junit report.xml --deadline 600 -- python3 my_bot.py");
  command->callback([command, arguments, &code] {
    arguments->command = arguments->bot.words();
    score::Rubric rubric = score::Rubric::load(arguments->rubric);
    rubric.stdio = stdio_named(arguments->stdio).value_or(rubric.stdio);
    arguments->adapter = adapter_of(*arguments, rubric, command->count("--as") > 0);
    if (const Adapter* const adapter = adapter_named(arguments->adapter)) {
      check_stdio(rubric.stdio, adapter);
    }
    check_writable(arguments->files);
    check_folder("--reports", arguments->reports, "records");
    if (!arguments->html.empty()) {
      check_folder("--html", arguments->html, kReplayFolder);
    }
    const std::string least =
        arguments->sandbox.empty() ? rubric.sandbox.value_or(name_of(kUsualSandbox)) : arguments->sandbox;
    const SandboxLevel level = rules::least_sandbox(*rubric.game, *sandbox_level(least));
    code = run_score(*arguments, std::move(rubric),
                     open_sandbox(level, arguments->as_root, Confines::something));
  });
}

}  // namespace referee
