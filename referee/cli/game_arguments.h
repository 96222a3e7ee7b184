#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "referee/cli/bot_options.h"
#include "referee/cli/record_folder.h"
#include "referee/series/series.h"

namespace referee {

/// The arguments that all commands have which play games here: GAME, --as, --stdio, --bot, --seed, --option,
/// --reports and the sandbox, as they were written.
struct GameArguments {
  std::string game;
  std::string adapter = "json";  ///< of bots that are not sample bots
  std::string stdio = "tcp";     ///< of bots that are not sample bots
  std::vector<std::string> bots;
  std::vector<std::string> options;
  std::string reports = kUsualReports;
  std::optional<std::uint64_t> seed;
  SandboxArgument sandbox;

  /// `bots_help` and `seed_help`: what --bot and --seed mean here.
  void add_to(CLI::App& command, const std::string& bots_help, const std::string& seed_help);

  /// A series of one match with the game's own clock; without --seed the seed is drawn. Throws
  /// std::invalid_argument.
  SeriesSpec series() const;
  /// The entrants of bots' arguments, with names that are not in `names`; adds the names to `names`. Throws
  /// std::invalid_argument.
  std::vector<SeatSpec> launched(const std::vector<std::string>& arguments,
                                 std::set<std::string>& names) const;
};

/// Makes a game with `options`, in which it replaces names of files by their contents. Throws
/// std::invalid_argument and fields::Exception for a wrong option.
std::unique_ptr<engines::Game> make_game(const engines::Entry& entry, engines::Json& options,
                                         const engines::Seed& seed);
/// Returns the number of seats that the game of `series` has with its options. Replaces names of files, and
/// throws, as make_game() does.
std::size_t fill_in_options(SeriesSpec& series);

/// The game of this name. `where`: the option that has it, for the message; "": it is an argument. Throws
/// std::invalid_argument, naming all games and the nearest.
/// Throws std::invalid_argument for a match program, which has no turns that `what`, a command or an option,
/// could ask for.
void refuse_match_program(const engines::Entry& game, const std::string& what);

const engines::Entry& game_named(const std::string& name, const std::string& where = "");
std::vector<std::string> names_of_games();
/// "planets, lightcycle, ..."
std::string known_games();

}  // namespace referee
