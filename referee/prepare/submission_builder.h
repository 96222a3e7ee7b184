#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/net/tasks.h"
#include "referee/prepare/built_copy.h"
#include "referee/process/reaper.h"
#include "referee/process/sandbox.h"

namespace referee::prepare {

/// Makes a submission ready to play: copies or unpacks it, and builds it. A sample bot needs none of this.
class SubmissionBuilder {
 public:
  struct Order {
    std::filesystem::path submission;           ///< a folder, or an archive
    BotCommand typed;                           ///< the command for the current folder; not confined
    std::vector<std::filesystem::path> others;  ///< files of others: the rubric, reports, other bots
  };
  /// Copies or unpacks. report() tells what is wrong with the submission. Throws std::invalid_argument for a
  /// command or a folder that cannot play, std::system_error if the machine fails.
  SubmissionBuilder(Order order, std::optional<Build> build);

  /// The report of the build; nothing if there is no build, and the submission can be copied.
  const std::optional<BuildReport>& report() const;
  /// The files that were left out of the copy, for people.
  const std::vector<std::string>& left_out() const;

  /// Builds for `most` at most, if anything is to be built; afterwards the copy is read-only. Returns false
  /// if the submission cannot play: the report tells why.
  Task<bool> finish(BuildRoom room, Milliseconds most);

  /// The bot's working folder: its copy; empty for a sample bot.
  const std::filesystem::path& folder() const;
  /// The command that starts the bot: with files of the copy in place of the original's, and confined to the
  /// copy. A sample bot is confined to its own folder; it has neither adapter nor pipes.
  BotCommand bot() const;
  /// The command as people type it in the current folder, if the submission is built there.
  std::vector<std::string> typed() const;

 private:
  std::vector<std::string> argv() const;
  Confinement confinement() const;
  std::string copied(const std::string& word) const;
  bool is_sample() const;
  bool is_laid_out() const;
  bool can_play() const;
  bool is_built(const std::string& program) const;

  Order order_;
  std::optional<BuiltCopy> copy_;  // nothing for a sample bot
};

}  // namespace referee::prepare
