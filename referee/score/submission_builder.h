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

/// Where a build runs.
struct BuildRoom {
  Tasks& tasks;
  Reaper& reaper;
  std::shared_ptr<const Sandbox> sandbox;
};

/// Runs a rubric's build command in `folder`, for `most` at most. What goes wrong is in the report. Throws
/// what is the machine's failure.
Task<BuildReport> run_build(BuildRoom room, std::filesystem::path folder, Build build, Milliseconds most);

/// The end of a long text, from the beginning of a line on if there is one.
std::string tail_of(const std::string& text, std::size_t bytes);

/// Where a submission is made ready to play: copied or unpacked, and built. A sample bot needs nothing of it.
class SubmissionBuilder {
 public:
  struct Order {
    std::filesystem::path submission;           ///< a folder, or an archive
    BotCommand typed;                           ///< as typed, for the current folder; not confined
    std::vector<std::filesystem::path> others;  ///< not the submission's: the rubric, reports, other bots
  };
  /// Copies or unpacks. What is wrong with what was handed in is in report(). Throws std::invalid_argument
  /// for a command or a folder that nobody could play from.
  SubmissionBuilder(Order order, std::optional<Build> build);

  /// Nothing if nothing is to be built.
  const std::optional<BuildReport>& report() const { return report_; }
  /// What was left out of the copy, for people.
  const std::vector<std::string>& left_out() const { return left_out_; }

  /// Builds for `most` at most, if anything is to be built; afterwards the copy is read-only. False if the
  /// submission cannot play: the report says why.
  Task<bool> finish(BuildRoom room, Milliseconds most);

  /// Where the bot works: its copy; empty for a sample bot.
  const std::filesystem::path& folder() const { return folder_; }
  /// How the bot is started: with files of the copy in place of the original's, and confined to the copy. A
  /// sample bot is confined to its own folder; it has neither adapter nor pipes.
  BotCommand bot() const;
  /// The command as it would be typed in the current folder, with what was built there.
  std::vector<std::string> typed() const;

 private:
  void lay_out();
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
