#include "referee/cli/game_arguments.h"

#include <stdexcept>

#include <nlohmann/json.hpp>

#include "protocol/nearest.h"
#include "referee/adapt/submission.h"
#include "referee/base/secrets.h"
#include "referee/cli/bot_options.h"
#include "referee/cli/json_argument.h"
#include "referee/games/adapters.h"
#include "referee/games/option_files.h"
#include "referee/process/program.h"
#include "referee/rules/game_names.h"

namespace referee {

void GameArguments::add_to(CLI::App& command, const std::string& bots_help, const std::string& seed_help) {
  command.add_option("GAME", game, "The game: " + known_games() + ", or the folder of a game of your own")
      ->required();
  add_adapter_option(command, adapter);
  add_stdio_option(command, stdio)->capture_default_str();
  command.add_option("--bot", bots, bots_help)->type_name("COMMAND")->allow_extra_args(false);
  command.add_option("--seed", seed, seed_help)
      ->type_name("NUMBER")
      ->check(CLI::Range(std::uint64_t{0}, kMaxSeed));
  command
      .add_option("--option", options,
                  "KEY=VALUE or KEY=@FILE, an option of the game; for a map or a maze VALUE may be a file")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  command.add_option("--reports", reports, "Folder for records")->type_name("FOLDER")->capture_default_str();
  sandbox.add_to(command);
}

SeriesSpec GameArguments::series() const {
  SeriesSpec series;
  series.game = &game_named(game);
  if (const Adapter* const named = adapter_named(adapter)) {
    check_game(*named, std::string(series.game->name));
    check_stdio(*stdio_named(stdio), named);
  }
  series.options = read_options(options);
  series.clock = ClockSpec::read(Json::parse(series.game->clock), "clock");
  series.first.number = seed.value_or(random_seed());
  return series;
}

std::vector<SeatSpec> GameArguments::launched(const std::vector<std::string>& arguments,
                                              std::set<std::string>& names) const {
  std::vector<SeatSpec> entrants =
      read_bot_arguments(arguments, adapter_named(adapter), names, &game_named(game));
  for (std::size_t i = 0; i < entrants.size(); ++i) {
    if (!names_sample_bot(arguments[i])) {  // sample bots are ours
      BotCommand& command = *entrants[i].bot;
      command.stdio = *stdio_named(stdio);
      command.confinement = sandbox.confinement(command.adapter, command.argv, {reports});
    }
  }
  return entrants;
}

std::unique_ptr<engines::Game> make_game(const engines::Entry& entry, engines::Json& options,
                                         const engines::Seed& seed) {
  OptionFiles files(entry, {});
  files.fill_in(options, "options");
  return files.with_places([&] { return entry.make(options, seed); });
}

std::size_t fill_in_options(SeriesSpec& series) {
  OptionFiles files(*series.game, {});
  files.fill_in(series.options, "options");
  for (Json& options : series.instances) {
    files.fill_in(options, "options");
    files.with_places([&] { return series.game->facts(options); });
  }
  return files.with_places([&] { return series.game->facts(series.options).seats; });
}

void refuse_match_program(const engines::Entry& game, const std::string& what) {
  if (!game.has_turns()) {
    throw std::invalid_argument(what + ": " + std::string(game.name) +
                                " is a match program, which plays whole matches by itself: expected a game "
                                "whose turns the referee asks for, such as a rules program");
  }
}

const engines::Entry& game_named(const std::string& name, const std::string& where) {
  if (const engines::Entry* const game = rules::find_game(name)) {
    return *game;
  }
  throw std::invalid_argument(
      (where.empty() ? "no game '" + name + "': " : where + ": got '" + name + "', ") + "expected one of " +
      known_games() + ", or a folder that has a game.json, as ./tictactoe" +
      protocol::did_you_mean(name, names_of_games()));
}

std::vector<std::string> names_of_games() {
  std::vector<std::string> names;
  for (const engines::Entry& entry : engines::games()) {
    names.emplace_back(entry.name);
  }
  return names;
}

std::string known_games() {
  std::string known;
  for (const std::string& name : names_of_games()) {
    known += (known.empty() ? "" : ", ") + name;
  }
  return known;
}

}  // namespace referee
