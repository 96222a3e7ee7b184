#pragma once

#include <filesystem>
#include <map>
#include <string>

#include <nlohmann/json.hpp>

#include "referee/collect/class_list.h"
#include "referee/process/bot_command.h"

namespace referee::collect {

/// What the tournament file of a class is made of.
struct ClassTournament {
  nlohmann::json frame;          ///< the tournament file without entrants
  std::filesystem::path source;  ///< where it stood: maps and mazes that it names begin beside it
  std::filesystem::path out;     ///< the folder of the class; bots are in bots/NAME in it
  std::filesystem::path roster;  ///< a CSV file; empty: there is none
  std::string adapter = "json";  ///< `as` of all entrants
  Stdio stdio = Stdio::tcp;
  std::map<std::string, std::string> tokens;  ///< SHA-256 of each entrant's token, by its name
  bool aliases = false;                       ///< names are made up: nothing may tell who the entrants are
};

/// The folder of an entrant's bot.
std::filesystem::path bot_folder(const std::filesystem::path& out, const std::string& name);

/// The file, with the entrants that are in: as text that `referee run` reads in the folder in which this
/// program was started. Maps and mazes in files of their own become part of it. Throws what OptionFiles
/// throws.
std::string class_tournament_text(const ClassTournament& tournament, const ClassList& list);

}  // namespace referee::collect
