#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "referee/prepare/report.h"
#include "referee/process/bot_command.h"
#include "referee/process/command_fault.h"

namespace referee::score {

/// The command that somebody types for the current folder, or for that of the submission, and how it starts
/// the submission's copy. A sample bot has no copy.
class SubmissionCommand {
 public:
  /// `submission`: a folder, or an archive. `typed`: not confined. Throws std::invalid_argument if there is
  /// no such submission, sample bot, or program that the adapter needs.
  SubmissionCommand(std::filesystem::path submission, BotCommand typed);

  bool is_sample() const;
  /// The submission was copied to `top`, or unpacked and maybe built there. `has_build`: a build was
  /// demanded.
  void set_copy(std::filesystem::path top, const prepare::Report& report, bool has_build);
  /// What is wrong with the command, with files of the copy; nothing: the copy has the program, the script of
  /// an interpreter, and what the adapter wants. REQUIRES: set_copy().
  std::optional<CommandFault> fault() const;
  /// "COMMAND: got './bot', expected ...": of a command with that fault.
  std::string complaint(const CommandFault& fault) const;

  /// The bot's working folder: its copy; empty for a sample bot.
  const std::filesystem::path& folder() const { return folder_; }
  /// The command that starts the bot: with files of the copy in place of the original's, and confined to the
  /// copy. A sample bot is confined to its own folder; it has neither adapter nor pipes.
  BotCommand bot() const;
  /// The command as people type it in the current folder, if the submission is built there.
  std::vector<std::string> typed() const;

 private:
  std::vector<std::string> argv() const;
  Confinement confinement() const;
  std::string copied(const std::string& word) const;
  void enter_only_folder();
  bool is_built(const std::string& program) const;

  const std::filesystem::path submission_;
  const BotCommand typed_;
  std::filesystem::path folder_;
  std::filesystem::path built_in_;  // the folder in the submission that folder_ is
  bool unpacked_ = false;
  bool is_laid_out_ = false;  // the command names files of the copy, not of the original
};

}  // namespace referee::score
