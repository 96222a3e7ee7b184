#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "engines/registry.h"
#include "protocol/fields.h"
#include "referee/base/files.h"
#include "referee/base/units.h"
#include "referee/rules/option_schema.h"

namespace referee::rules {

/// A command that is started in the folder: the program and its arguments, not empty.
using Command = std::vector<std::string>;

/// Reads the command at `key`, whose value is `list`: 1 to 100 texts. On error: an empty one.
Command read_command(fields::Object& in, std::string_view key, const Json& list);

/// What a list of staff bots has to be, for messages.
std::string expected_staff();

/// What game.json says. protocol/RULES_PROGRAM.md has the keys; those of a match program are in
/// protocol/MATCH_PROGRAM.md.
struct GameFile {
  std::string name;
  int version = 1;
  Command command;
  std::vector<std::string> files;                ///< paths from the folder
  std::variant<std::size_t, std::string> seats;  ///< how many, or the option that says it
  bool at_once = false;
  bool hidden = false;
  bool views_have_events = false;  ///< the view of a seat has what has happened since it was asked last
  std::string decided_by;          ///< Entry::decided_by
  bool ranks_by_score = false;     ///< Entry::ranks_by_score
  std::string title;               ///< Entry::title
  OptionSchema options;
  std::string clock;  ///< JSON text of a clock specification
  std::size_t max_turns = 0;
  std::size_t typical_turns = 0;  ///< 0: game.json does not tell it
  bool tells_max_turns = false;   ///< game.json has it; else the usual one is taken
  Milliseconds answer{0};
  Milliseconds start{0};
  std::map<std::string, Command> bots;
  std::vector<Command> staff;  ///< commands of the bots of its scale, the weakest first
  /// How long a match may take, of a match program; nothing: the program knows the rules.
  std::optional<Milliseconds> match;

  /// `json`: the content of `file`, which is for messages. Throws fields::Exception with file and key path.
  static GameFile read(const Json& json, const std::string& file);
};

/// A folder of rules as it was when it was opened. Who changes it later does not change the matches that are
/// played: the program runs in a copy.
class RulesFolder {
 public:
  static constexpr const char* kFile = "game.json";
  /// The levels of its staff bots (staff_scale.h), which are no part of the rules.
  static constexpr const char* kStaffFile = "staff.json";

  /// Reads the folder and copies it, with game.json's files. Throws fields::Exception or
  /// std::invalid_argument, with the path, for what its author has to mend, and std::system_error.
  explicit RulesFolder(const std::filesystem::path& folder);
  RulesFolder(const RulesFolder&) = delete;
  RulesFolder& operator=(const RulesFolder&) = delete;

  const GameFile& game() const { return game_; }
  /// Where the author has it: absolute, without links.
  const std::filesystem::path& path() const { return path_; }
  /// The copy in which the program works. Other users may read it.
  const std::filesystem::path& copy() const { return copy_; }
  /// The SHA-256 of what is in the copy: 64 hex digits. The folder's records, README.md and staff.json are
  /// not.
  const std::string& sha256() const { return sha256_; }

  /// The command of the program with paths of the copy.
  Command placed_command() const { return placed_command(copy_); }
  /// The command of the program with paths of `copy`, a folder with the same content.
  Command placed_command(const std::filesystem::path& copy) const;
  /// Why that command cannot run, with what to write in game.json; nothing: no fault is seen.
  std::optional<std::string> fault_of_command() const;
  /// What is known for these options; missing ones take their defaults. Throws fields::Exception, with key
  /// paths below "options".
  engines::Facts facts(const Json& options) const;

 private:
  void copy_all();
  void copy_one(const std::string& file);

  std::filesystem::path path_;
  GameFile game_;
  ScratchFolder place_;
  std::filesystem::path copy_;
  std::string sha256_;
};

}  // namespace referee::rules
