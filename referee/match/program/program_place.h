#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>

#include "referee/base/files.h"
#include "referee/match/match_job.h"
#include "referee/process/bot_command.h"
#include "referee/process/inside/sandbox_spec.h"
#include "referee/rules/rules_folder.h"

namespace referee {

/// What a match program has left for its own viewer.
struct ProgramReplay {
  std::string ending;  ///< of its name: ".json", or empty
  std::shared_ptr<const std::string> content;
};

/// The name of an attempt's replay beside its record, without the ending that its program has given it.
std::string replay_stem(const MatchSpec& spec);
/// Whether a replay of that attempt can have that name: there is no other file that it would replace.
bool is_replay_name(const std::string& file, const MatchSpec& spec);

/// The files of one match of a match program: a copy of the program's folder, in which it works, the commands
/// of its bots, and its order. They go away with this object.
class ProgramPlace {
 public:
  static constexpr std::size_t kMostReplayMib = 64;

  /// Throws std::system_error, and std::runtime_error for temporary files at a place that a command cannot
  /// name.
  explicit ProgramPlace(const rules::RulesFolder& folder);

  /// The file of the command that starts the bot of a seat. The socket that it connects to is not there yet.
  std::filesystem::path add_seat(std::size_t seat);
  /// Writes the order. REQUIRES: add_seat() was called for all seats.
  void write_order(const MatchJob& job, const Json& options);
  /// How the program is started where bots are confined at `level`.
  BotCommand command(SandboxLevel level) const;
  /// Reads a file of the order's folder. Throws std::invalid_argument, for the author of the program, if it
  /// is none.
  ProgramReplay replay(const std::string& name) const;

 private:
  std::filesystem::path bot_command(std::size_t seat) const { return bots_ / std::to_string(seat); }

  const rules::RulesFolder& folder_;
  ScratchFolder place_;
  std::filesystem::path bots_;  // the commands, and what they need
  std::filesystem::path work_;  // where the program works
  std::filesystem::path out_;   // what it leaves
  std::filesystem::path order_;
};

}  // namespace referee
