#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "tests/e2e/child.h"
#include "tests/e2e/record.h"
#include "tests/support/temp_folder.h"

namespace e2e {

inline constexpr const char* kReferee = REFEREE_BINARY;

/// The exit codes of the referee.
inline constexpr int kDone = 0;
inline constexpr int kRefused = 1;  ///< ctl
inline constexpr int kUsage = 2;
inline constexpr int kFailed = 3;
inline constexpr int kNoReferee = 3;   ///< ctl, join
inline constexpr int kBySignal = 128;  ///< plus the signal's number
/// Child::code() of a referee that was killed.
inline constexpr int kKilled = 1009;

/// Clocks of the tests. An honest bot must never be late on a busy machine, a rude bot must be late soon.
inline constexpr const char* kPatientClock = R"({"kind":"per_move","ms":60000,"measure":"wall"})";
inline constexpr const char* kShortClock = R"({"kind":"per_move","ms":400,"measure":"wall"})";
inline constexpr const char* kLateOnShortClock = "no answer in 400 ms: did you flush?";

/// The command of a bot of rude/, as --bot takes it.
std::string bot(const std::string& name, const std::vector<std::string>& arguments = {});

/// `more`, and what bots need that write to a test's own folder or hold its pipes open: nothing confines
/// them, and they run as the user who runs the test.
std::vector<std::string> unconfined(std::vector<std::string> more = {});

/// A test that runs the built referee in its own folder. At the end it checks every record with `referee
/// verify`, and that the referee has logged no failure of its own.
class RefereeTest : public testing::Test {
 protected:
  RefereeTest();
  void TearDown() override;

  /// This test has the referee log errors.
  void expect_errors() { errors_expected_ = true; }
  /// Starts the referee with these arguments in folder().
  Child& start(const std::vector<std::string>& arguments, int out = -1);
  /// Starts any program in folder().
  Child& spawn(const std::vector<std::string>& argv, int out = -1);
  /// Runs the referee to its end.
  Child& run(const std::vector<std::string>& arguments);
  /// `referee match` with records in folder()/out.
  static std::vector<std::string> match(const std::string& game, const std::vector<std::string>& bots,
                                        const std::string& clock, const std::vector<std::string>& more = {});

  const std::filesystem::path& folder() const { return folder_.path(); }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::vector<std::filesystem::path> record_files() const;
  /// REQUIRES: there is exactly one record.
  Record record() const;
  /// The errors that the bot with path("log") has received.
  std::string log() const { return test_support::read_file(folder_ / "log"); }

 private:
  test_support::TempFolder folder_;
  std::vector<std::unique_ptr<Child>> children_;
  bool errors_expected_ = false;
};

}  // namespace e2e
