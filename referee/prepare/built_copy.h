#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "protocol/require.h"
#include "referee/prepare/build.h"
#include "referee/prepare/build_run.h"
#include "referee/prepare/order.h"
#include "referee/prepare/submission_copy.h"

namespace referee::prepare {

/// A private copy of a submission in which its build runs. What is wrong with the submission is in report();
/// failures of the machine are thrown.
class BuiltCopy {
 public:
  /// Copies the order's folder but the files of others, or unpacks its archive, and lays out what the build
  /// wants: in its destination, which stays, if it has no trial. Throws std::invalid_argument if the
  /// submission is neither, std::system_error if the machine fails.
  explicit BuiltCopy(const Order& order);

  /// The report of the build; nothing if there is no build, and the submission can be copied.
  const std::optional<BuildReport>& report() const { return report_; }
  bool ok() const { return !report_ || report_->ok; }
  /// The files that were left out of the copy, for people.
  const std::vector<std::string>& left_out() const { return left_out_; }
  /// Whether the submission was an archive, or was one in the folder.
  bool unpacked() const { return unpacked_; }

  /// The folder that is built, and in which the bot works; it may lie in top().
  const std::filesystem::path& folder() const { return folder_; }
  const std::filesystem::path& top() const { return copy_.folder(); }
  /// Another folder of the copy: where a bot's program was found. REQUIRES: below top().
  void work_in(std::filesystem::path folder) {
    REQUIRE(!folder.empty());
    folder_ = std::move(folder);
  }

  /// Runs the build's command, if there is one, for `most` at most. REQUIRES: ok().
  Task<> run(BuildRoom room, Milliseconds most);
  /// Runs a build command of the referee's own, for its timeout_s at most. REQUIRES: ok(), and no build().
  Task<> run(BuildRoom room, Build build);
  /// Makes the copy read-only.
  void close();
  /// Notes why the submission cannot be played. Without a build there is a report only then.
  void fail(const std::string& problem);

 private:
  void lay_out(const Order& order);
  void open_among(const std::filesystem::path& folder, const std::filesystem::path& archive);
  void open_inner();
  void provide();
  template <class Step>
  void guarded(const Step& step);

  std::optional<Build> build_;
  SubmissionCopy copy_;
  bool unpacked_ = false;
  std::filesystem::path folder_;
  std::optional<BuildReport> report_;
  std::vector<std::string> left_out_;
};

}  // namespace referee::prepare
