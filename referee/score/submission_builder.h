#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/net/tasks.h"
#include "referee/process/reaper.h"
#include "referee/process/sandbox.h"
#include "referee/score/rubric.h"
#include "referee/score/score_report.h"
#include "referee/score/submission_copy.h"

namespace referee::score {

/// The loop and the sandbox in which a build runs.
struct BuildRoom {
  Tasks& tasks;
  Reaper& reaper;
  std::shared_ptr<const Sandbox> sandbox;
};

/// Runs a rubric's build command in `folder`, for `most` at most. The report tells what goes wrong. Throws
/// failures of the machine.
Task<BuildReport> run_build(BuildRoom room, std::filesystem::path folder, Build build, Milliseconds most);

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
  const std::optional<BuildReport>& report() const { return report_; }
  /// The files that were left out of the copy, for people.
  const std::vector<std::string>& left_out() const { return left_out_; }

  /// Builds for `most` at most, if anything is to be built; afterwards the copy is read-only. Returns false
  /// if the submission cannot play: the report tells why.
  Task<bool> finish(BuildRoom room, Milliseconds most);

  /// The bot's working folder: its copy; empty for a sample bot.
  const std::filesystem::path& folder() const { return folder_; }
  /// The command that starts the bot: with files of the copy in place of the original's, and confined to the
  /// copy. A sample bot is confined to its own folder; it has neither adapter nor pipes.
  BotCommand bot() const;
  /// The command as people type it in the current folder, if the submission is built there.
  std::vector<std::string> typed() const;

 private:
  void lay_out();
  void provide();
  void fail(const std::string& problem);
  void fail_by(const std::system_error& error);
  void check_built();
  std::vector<std::string> argv() const;
  Confinement confinement() const;
  std::string copied(const std::string& word) const;
  bool is_sample() const;
  bool can_play() const;
  bool is_built(const std::string& program) const;

  Order order_;
  std::optional<Build> build_;
  SubmissionCopy copy_;
  bool unpacked_ = false;
  std::filesystem::path folder_;
  std::optional<BuildReport> report_;
  std::vector<std::string> left_out_;
};

}  // namespace referee::score
