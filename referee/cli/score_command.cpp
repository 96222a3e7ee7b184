#include "referee/cli/score_command.h"

#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

#include <CLI/CLI.hpp>

#include "referee/adapt/adapter.h"
#include "referee/cli/sandbox_argument.h"
#include "referee/cli/score_arguments.h"
#include "referee/cli/score_run.h"
#include "referee/score/report_files.h"
#include "referee/score/rubric.h"

namespace referee {
namespace {

/// Found before anything is played. Throws std::invalid_argument.
void check_reports(const std::filesystem::path& reports) {
  std::error_code error;
  std::filesystem::create_directories(reports / "records", error);
  if (error) {
    throw std::invalid_argument("--reports " + reports.string() + ": cannot be written: " + error.message());
  }
}

}  // namespace

void add_score_command(CLI::App& app, int& code) {
  CLI::App* command = app.add_subcommand("score", "Play a submission against a rubric, and give it points");
  const auto arguments = std::make_shared<ScoreArguments>();
  arguments->add_to(*command);
  command->footer(
      "Result files are complete after every item. With --jobs 1 and opponents that answer alike each time\n"
      "the same submission gets the same points.\n"
      "Exit code: 0 enough points, 1 not enough (or it does not build), 2 wrong usage, 3 the referee or its\n"
      "machine failed, or the deadline came: worth a retry, 4 the sandbox is weaker than asked,\n"
      "128+N ended by signal N.\n\n"
      "Example:\n"
      "  referee score rubric.json --junit report.xml --deadline 600 -- python3 my_bot.py");
  command->callback([arguments, &code] {
    score::Rubric rubric = score::Rubric::load(arguments->rubric);
    rubric.stdio = stdio_named(arguments->stdio).value_or(rubric.stdio);
    if (const Adapter* const adapter = adapter_named(arguments->adapter)) {
      check_game(*adapter, rubric.game->name);
      check_stdio(rubric.stdio, adapter);
    }
    check_writable(arguments->files);
    check_reports(arguments->reports);
    const std::string least =
        arguments->sandbox.empty() ? rubric.sandbox.value_or("basic") : arguments->sandbox;
    code = run_score(*arguments, std::move(rubric), open_sandbox(*sandbox_level(least)));
  });
}

}  // namespace referee
