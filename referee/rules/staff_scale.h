#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "engines/registry.h"
#include "referee/rules/rules_folder.h"
#include "referee/statistics/counts.h"

namespace referee::rules {

/// A bot of known level.
struct StaffBot {
  Command command;         ///< as it was written; placed_staff() starts it
  std::int64_t games = 0;  ///< that have made its level; 0: it was not rated
  comparison::Interval level =
      {};  ///< Elo above the first of the scale, or the mean score in a game of one seat
};

/// The staff bots of a game, the weakest first, and what rates them. Those of our games are in
/// engines/GAME/staff.json; a game of one's own names them in game.json, and has their levels in staff.json
/// beside it.
struct StaffScale {
  std::vector<StaffBot> bots;
  std::int64_t seeds = 0;        ///< from 1, that the rating has played; 0: it was not rated
  std::size_t random_plies = 0;  ///< turns that were drawn at the beginning of each table's games
  std::vector<Json> instances;   ///< options that the seeds take in turn; empty: the game's own
  std::string rules_sha256;      ///< of the folder that was rated; "": one of our games

  /// Whether the game has staff bots: all but some of one's own have.
  static bool is_known(const engines::Entry& game);
  /// Throws fields::Exception with file and key path if a file is wrong, or if game.json names no staff.
  static StaffScale of(const engines::Entry& game);
  /// Reads `json`, the content of `file`. Throws as of().
  static StaffScale read(const Json& json, const std::string& file);
  /// The content of staff.json, a line for each bot.
  std::string file_text() const;
};

/// The name of a bot by its place on the scale, from 0: "staff-1" is the weakest.
std::string staff_name(std::size_t place);
/// The place of the bot with that name, from 0; nothing if the scale has none.
std::optional<std::size_t> staff_place(const StaffScale& scale, std::string_view name);
/// A command of the scale of `game`, in which files of the game's folder have their paths.
Command placed_command(const engines::Entry& game, const Command& command);
/// placed_command() as an argument of --bot: "'sample:walls_search' --nodes 30".
std::string placed_staff(const engines::Entry& game, const Command& command);

}  // namespace referee::rules
