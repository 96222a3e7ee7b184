#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "engines/registry.h"
#include "protocol/messages.h"
#include "referee/process/bot_command.h"
#include "referee/tournament/pairing/pairing_requests.h"

namespace referee {

struct Adapter;

/// Reads the command of a bot to launch, as it stands in a tournament file: a list of 1 to 100 words, the
/// first of them a program that can be started (looked up in PATH unless it has a "/"), or "sample:NAME",
/// which becomes the path of that sample bot, or "game:NAME", a bot of the folder of `game`. A script that an
/// interpreter is given has to be a file, here or in `folder`, where the bot works. Throws fields::Exception
/// at or below `path`.
std::vector<std::string> read_bot_command(const nlohmann::json& json, const std::string& path,
                                          const std::filesystem::path& folder = {},
                                          const engines::Entry* game = nullptr);

/// Reads the command that an adapter runs, in the same form; paths in it become absolute. Throws
/// fields::Exception at or below `path`, std::invalid_argument if this machine lacks the interpreter.
std::vector<std::string> read_adapted_command(const nlohmann::json& json, const Adapter& adapter,
                                              const std::string& path);

/// The name of the i-th bot, from 0, that fills an empty seat at a table: "house", "house-2", ...
inline std::string house_name(std::size_t index) {
  std::string name = "house";
  if (index > 0) {
    name.append("-").append(std::to_string(index + 1));
  }
  return name;
}

/// Whether a name is kept for such bots, in upper or lower case.
inline bool is_house_name(std::string_view name) {
  const std::string folded = protocol::folded_name(name);
  return folded == "house" || (folded.starts_with("house-") && folded.size() > 6 &&
                               folded.find_first_not_of("0123456789", 6) == std::string::npos);
}

/// An entrant as configured.
struct EntrantSpec {
  static constexpr std::size_t kMaxDisplay = 100;    ///< bytes
  static constexpr std::size_t kMaxAuthor = 100;     ///< bytes
  static constexpr std::size_t kMaxEntrants = 1000;  ///< of a tournament

  std::string name;
  std::string display;  ///< free text, at most kMaxDisplay bytes; may be empty
  /// How the entrant's bot is launched; nothing: it dials in. A sample bot, which is ours, is not confined.
  std::optional<BotCommand> bot = std::nullopt;
  /// 64 hex digits, lower case: of an entrant that dials in; of a launched one, if not empty, for its pages
  /// in the web only.
  std::string token_sha256 = {};
  std::string author = {};            ///< entrants of one author do not meet in a Swiss; may be empty
  std::filesystem::path folder = {};  ///< of a launched one, as the file names it; empty: it names none
  bool staff = false;                 ///< it plays and has no place
  std::string gone = {};  ///< why its command cannot be started, and `bot` is not complete; "": it can
  std::map<int, PairingRequests::Bye> byes = {};  ///< half or zero, by the rounds that it is left out of

  /// Reads "entrants" of a tournament of `game`. Throws fields::Exception at or below `path`: names and
  /// tokens are unique, names of house bots are taken. `bye_rounds`: the number of rounds in which an entrant
  /// may have a bye; nothing if the format has no byes to ask for. `takes_gone`: a program that is not there
  /// does not end the reading, and its entrant is `gone`.
  static std::vector<EntrantSpec> read_list(const nlohmann::json& json, const engines::Entry& game,
                                            std::optional<int> bye_rounds, const std::string& path,
                                            bool takes_gone = false);
};

}  // namespace referee
