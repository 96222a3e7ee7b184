#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "referee/adapt/submission.h"
#include "referee/cli/bot_options.h"
#include "referee/cli/commands.h"
#include "referee/collect/collect_run.h"
#include "referee/games/adapters.h"
#include "referee/score/rubric.h"

namespace referee {
namespace {

constexpr std::size_t kMostJobs = 256;

/// The command line. CLI11 writes to this object, so it must outlive the parsing.
struct CollectArguments {
  CollectOrder order;
  std::string rubric;
  std::string form;
  std::string deadline;
  std::string late = "list";
  std::string adapter = "json";
  std::string stdio;
};

/// What the rubric says of building and starting, unless the command line does.
void take_rubric(CollectArguments& arguments, bool typed_as) {
  std::optional<std::string> of_rubric;
  if (!arguments.rubric.empty()) {
    const score::Rubric rubric = score::Rubric::load(arguments.rubric);
    arguments.order.build = rubric.build;
    arguments.order.stdio = rubric.stdio;
    of_rubric = rubric.adapter;
  }
  const std::string name = typed_as ? arguments.adapter : of_rubric.value_or("json");
  arguments.order.adapter = adapter_named(name);
  arguments.order.stdio = stdio_named(arguments.stdio).value_or(arguments.order.stdio);
  if (arguments.order.adapter != nullptr) {
    check_stdio(arguments.order.stdio, arguments.order.adapter);
  }
}

void read_collect_times(CollectArguments& arguments) {
  arguments.order.accept_late = arguments.late == "accept";
  if (!arguments.form.empty()) {
    arguments.order.form = collect::form_named(arguments.form);
  }
  if (!arguments.deadline.empty()) {
    arguments.order.deadline = collect::utc_time_of(arguments.deadline);
    if (!arguments.order.deadline) {
      throw std::invalid_argument("--deadline: got '" + arguments.deadline +
                                  "', expected a time with its offset from UTC: 2026-11-20T23:59:00+01:00");
    }
  }
}

void add_collect_options(CLI::App& command, CollectArguments& arguments) {
  CollectOrder& order = arguments.order;
  command
      .add_option(
          "DOWNLOAD", order.download,
          "What Canvas, Moodle or Gradescope hands out, a zip or a folder, or a folder of folders and "
          "archives")
      ->required();
  command.add_option("COMMAND", order.command, "Starts each submission, in its folder; behind --");
  command.add_option("--tournament", order.tournament, "A tournament file without entrants")
      ->type_name("FILE")
      ->required();
  command.add_option("--out", order.out, "Folder for the class: bots, tokens, lists, tournament.json")
      ->type_name("FOLDER")
      ->required();
  command
      .add_option("--rubric", arguments.rubric, "Its \"build\" builds the submissions, as in referee score")
      ->type_name("FILE");
  command
      .add_option("--roster", order.roster,
                  "What Canvas or Moodle has exported of the class; default: the tournament's \"roster\"")
      ->type_name("FILE");
  command.add_option("--groups", order.groups, "A CSV file of groups and members; a group is one entrant")
      ->type_name("FILE");
  command
      .add_option("--overrides", order.overrides,
                  "A CSV file of students and commands: such a command starts the submission of that student")
      ->type_name("FILE");
  command.add_option("--from", arguments.form, "Where the download is from; default: its names tell")
      ->check(CLI::IsMember({"canvas", "moodle", "gradescope", "folder"}));
  command
      .add_option("--late", arguments.late, "What becomes of a submission that is late: accept, or list it")
      ->check(CLI::IsMember({"accept", "list"}))
      ->capture_default_str();
  command
      .add_option("--deadline", arguments.deadline,
                  "What is later is late, where the download has times (Gradescope); with an offset from UTC")
      ->type_name("TIME");
  command.add_flag("--alias", order.alias,
                   "Made-up names for all entrants; OUT/aliases.csv (mode 0600) says whose they are");
  command
      .add_option(
          "--queue", order.queue,
          "postgresql:...: the workers of this store build and try the submissions (`referee worker`, "
          "`referee store init`)")
      ->type_name("STORE")
      ->envname("REFEREE_QUEUE");
  command
      .add_option("--jobs", order.jobs,
                  "Submissions built and tried at once; default: the cores, and 64 with --queue")
      ->check(CLI::Range(std::size_t{1}, kMostJobs));
  command.add_flag("--json", order.json,
                   "Print OUT/collect.json, the list of all with reasons, and nothing else");
  command.add_flag("--retry", order.retry, "Submissions that failed in an earlier run are tried once more");
  add_adapter_option(command, arguments.adapter);
  add_stdio_option(command, arguments.stdio);
}

}  // namespace

void add_collect_command(CLI::App& app, int& code) {
  CLI::App* command = app.add_subcommand("collect", "Make a tournament of the submissions of a class");
  const auto arguments = std::make_shared<CollectArguments>();
  add_collect_options(*command, *arguments);
  command->footer(
      "Each submission is unpacked, built and tried in the sandbox, here or by workers. OUT/collect.html "
      "says who is in, who is not and why. A second run prepares only what has changed.\n"
      "Exit code: 0 all submissions are in, 1 some are not, 2 wrong usage or file, 3 the referee or its "
      "machine failed, 4 the sandbox is weaker than asked, 128+N ended by signal N.\n\n"
      "Examples:\n"
      "  referee collect submissions.zip --tournament walls.json --roster gradebook.csv --out class\n"
      "  referee run class/tournament.json\n"
      "  referee collect export.zip --tournament walls.json --out class -- python3 bot.py");
  command->callback([command, arguments, &code] {
    take_rubric(*arguments, command->count("--as") > 0);
    read_collect_times(*arguments);
    code = run_collect(arguments->order);
  });
}

}  // namespace referee
