#include <cmath>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "referee/base/files.h"
#include "referee/base/text.h"
#include "referee/base/text_table.h"
#include "referee/cli/commands.h"
#include "referee/cli/game_arguments.h"
#include "referee/cli/play/match_arguments.h"
#include "referee/command/exit_codes.h"
#include "referee/command/standard_output.h"
#include "referee/record/openings.h"
#include "referee/rules/game_names.h"
#include "referee/rules/staff_scale.h"
#include "referee/series/run/match_run.h"
#include "referee/series/series_ratings.h"

namespace referee {
namespace {

using rules::StaffBot;
using rules::StaffScale;

constexpr std::int64_t kUsualSeeds = 100;
constexpr std::size_t kDrawnTurns = 4;
constexpr const char* kSalt = "00000000000000000000000000000000";  // as public as the seeds

struct StaffArguments {
  MatchArguments match;
  bool rate = false;
  std::string out;
};

std::size_t seats_of(const engines::Entry& game) { return game.facts(engines::Json::object()).seats; }

/// What has made the levels, and how they can be made again.
std::string source_text(const engines::Entry& game, const StaffScale& scale) {
  const std::string again = "referee staff " + shell_quoted(rules::typed_name(game)) + " --rate";
  if (scale.seeds == 0) {
    return "They are not rated yet: " + again + "\n";
  }
  const std::size_t seats = seats_of(game);
  std::string text = seats == 1 ? "Each bot has played seeds 1 to " + std::to_string(scale.seeds)
                                : "On each of seeds 1 to " + std::to_string(scale.seeds) +
                                      ", neighbours met at tables of " + std::to_string(seats) +
                                      ", once on each seat";
  text +=
      scale.instances.empty()
          ? ""
          : ", which take " + counted(scale.instances.size(), "map or maze", "maps or mazes") + " in turn";
  text += scale.random_plies == 0
              ? ""
              : "; the first " + counted(scale.random_plies, "turn was", "turns were") + " drawn";
  text += ".\nTo play these games again: " + again + "\n";
  return scale.rules_sha256 == game.rules_sha256()
             ? text
             : text + "The folder of the game has changed since: its levels may be others now.\n";
}

void show(const engines::Entry& game, const StaffScale& scale) {
  const bool of_score = seats_of(game) == 1;
  const int decimals = of_score ? 1 : 0;
  TextTable table({"bot", "command", of_score ? "mean score" : "Elo", "95 % interval", "games"}, 2);
  for (const StaffBot& bot : scale.bots) {
    const auto place = static_cast<std::size_t>(&bot - scale.bots.data());
    std::vector<std::string> row = {rules::staff_name(place), rules::placed_staff(game, bot.command)};
    if (bot.games > 0) {
      row.insert(row.end(),
                 {fixed_text(bot.level.estimate, decimals),
                  fixed_text(bot.level.low, decimals) + " to " + fixed_text(bot.level.high, decimals),
                  std::to_string(bot.games)});
    }
    table.add(std::move(row));
  }
  std::cout << "staff bots of " << game.name << ", the weakest first"
            << (of_score ? "" : "; Elo counts from the first") << "\n"
            << table.text(output_width()) << source_text(game, scale) << std::flush;
}

/// A bot that is late or plays what is illegal has another level on another machine, or none.
void refuse_faults(const SeriesResults& results) {
  for (const SeriesTotals& bot : results.totals()) {
    if (bot.fault_count() > 0) {
      throw std::runtime_error(
          bot.name + " had " + counted(bot.fault_count(), "fault") + ", the first in game " +
          std::to_string(bot.faults.front().first_game) +
          ": expected bots without faults; nothing was written. Mend the bot, or bound its "
          "search so that it is never late");
    }
  }
}

/// To a tenth: the same text on machines whose logarithms differ in the last digit.
double in_tenths(double value) { return std::round(10 * value) / 10; }

void take_levels(StaffScale& scale, const SeriesResults& results) {
  refuse_faults(results);
  const std::vector<comparison::Interval> levels = levels_of(results);
  const std::vector<SeriesTotals> totals = results.totals();
  for (std::size_t place = 0; place < scale.bots.size(); ++place) {
    const comparison::Interval& level = levels[place];
    scale.bots[place].games = totals[place].games;
    scale.bots[place].level = {in_tenths(level.estimate), in_tenths(level.low), in_tenths(level.high)};
  }
}

/// Asks for the games that rate `scale`: the same ones whenever it is called.
void ask_for_games(MatchArguments& match, const engines::Entry& game, StaffScale& scale) {
  for (std::size_t place = 0; place < scale.bots.size(); ++place) {
    match.game.bots.push_back(rules::staff_name(place) + "=" +
                              rules::placed_staff(game, scale.bots[place].command));
  }
  match.game.seed = 1;
  match.salt = kSalt;
  match.restart = true;  // some bots remember their last games
  match.scale = true;
  match.instances = scale.instances;
  if (!match.games) {
    match.games = scale.seeds > 0 ? scale.seeds : kUsualSeeds;
  }
  const bool alike = seats_of(game) > 1 && game.has_turns() &&
                     Openings().are_one_start(game, game.facts(engines::Json::object()).options);
  match.opening.random_plies = alike ? kDrawnTurns : 0;
  scale.seeds = *match.games;
  scale.random_plies = match.opening.random_plies;
  scale.rules_sha256 = game.rules_sha256();
}

int rate(StaffArguments& arguments, const engines::Entry& game, StaffScale& scale) {
  if (arguments.out.empty() && !game.folder().empty()) {
    arguments.out = (std::filesystem::path(game.folder()) / rules::RulesFolder::kStaffFile).string();
  }
  if (!arguments.out.empty()) {
    check_writable(arguments.out);
  }
  ask_for_games(arguments.match, game, scale);
  MatchRun run = begin_match(arguments.match);
  if (const int code = run.run(); code != exit_code::kDone) {
    return code;
  }
  take_levels(scale, run.results());
  if (!arguments.out.empty()) {
    write_file_atomically(arguments.out, scale.file_text());
  }
  std::cout << "\n";
  show(game, scale);
  return exit_code::kDone;
}

}  // namespace

void add_staff_command(CLI::App& app, int& code) {
  CLI::App* command = app.add_subcommand("staff", "Show bots of known strength of a game, or rate them");
  const auto arguments = std::make_shared<StaffArguments>();
  MatchArguments& match = arguments->match;
  command
      ->add_option("GAME", match.game.game,
                   "The game: " + known_games() + ", or the folder of a game of your own")
      ->required();
  CLI::Option* const rated =
      command->add_flag("--rate", arguments->rate, "Plays games between them, and rates them anew");
  command
      ->add_option(
          "--seeds", match.games,
          "With --rate: seeds to play, from 1. Neighbours meet on each, once on each seat; in a game of "
          "one seat each bot plays each. Default: as in the last rating, else 100")
      ->type_name("NUMBER")
      ->check(CLI::Range(std::int64_t{2}, SeriesMeeting::kMostGames))
      ->needs(rated);
  command
      ->add_option(
          "--out", arguments->out,
          "With --rate: writes the levels to this file. Default: staff.json in the folder of a game of "
          "your own")
      ->type_name("FILE")
      ->needs(rated);
  command->add_option("--jobs", match.jobs, "Games at the same time; default: the cores less one")
      ->check(CLI::Range(1, 256))
      ->needs(rated);
  command->add_option("--reports", match.game.reports, "Folder for records")
      ->type_name("FOLDER")
      ->capture_default_str();
  command->add_flag("--resume", match.resume, "With --rate: goes on with a rating that was interrupted")
      ->needs(rated);
  match.game.sandbox.add_to(*command);
  command->footer(
      "The bots are those of `staff` in game.json, the weakest first. A rating plays the same games each "
      "time.\n"
      "Exit code: 0 done, 2 wrong usage, 3 a bot has faults, or the referee or its machine failed, 4 sandbox "
      "weaker than asked, 128+N ended by signal N.\n\n"
      "Examples:\n"
      "  referee staff walls\n"
      "  referee staff ./my_game --rate");
  command->callback([arguments, &code] {
    const engines::Entry& game = game_named(arguments->match.game.game);
    StaffScale scale = StaffScale::of(game);
    if (arguments->rate) {
      code = rate(*arguments, game, scale);
      return;
    }
    show(game, scale);
    code = exit_code::kDone;
  });
}

}  // namespace referee
