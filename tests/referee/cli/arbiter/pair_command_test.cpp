#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <stdexcept>

#include <CLI/CLI.hpp>

#include "referee/base/file_descriptor.h"
#include "referee/cli/commands.h"
#include "tests/referee/swiss/trf/report_lines.h"
#include "tests/support/complaint.h"
#include "tests/support/temp_folder.h"

namespace referee {
namespace {

using swiss::test::Lines;
using swiss::test::player_line;
using swiss::test::text_of;
using testing::HasSubstr;
using testing::StartsWith;

struct Ran {
  int code = -1;
  std::string out;
  std::string err;
};

/// One round of five as the rules pair it; player 2 is absent from the second.
Lines report() {
  return {"XXR 3",
          player_line(1, "1.0", {"3 w 1"}),
          player_line(2, "0.0", {"4 b 0", "- - Z"}),
          player_line(3, "0.0", {"1 b 0"}),
          player_line(4, "1.0", {"2 w 1"}),
          player_line(5, "1.0", {"- - U"})};
}

class PairCommand : public testing::Test {
 protected:
  std::string file(const std::string& name, const Lines& lines) const {
    test_support::write_file(folder_ / name, text_of(lines));
    return (folder_ / name).string();
  }

  static Ran run(std::vector<std::string> arguments) {
    Ran ran;
    CLI::App app;
    add_pair_command(app, ran.code);
    arguments.insert(arguments.begin(), "pair");
    std::reverse(arguments.begin(), arguments.end());  // CLI11 takes them in reverse order
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    try {
      app.parse(arguments);
    } catch (...) {
      (void)testing::internal::GetCapturedStdout();
      (void)testing::internal::GetCapturedStderr();
      throw;
    }
    ran.out = testing::internal::GetCapturedStdout();
    ran.err = testing::internal::GetCapturedStderr();
    return ran;
  }

  static std::string complaint(const std::vector<std::string>& arguments) {
    return test_support::complaint([&] { (void)run(arguments); });
  }

 private:
  test_support::TempFolder folder_;
};

TEST_F(PairCommand, PrintsTheNumberOfPairsThePairsAndTheBye) {
  Lines lines = report();
  lines.push_back(player_line(6, "0.0", {"- - Z"}));
  const Ran paired = run({file("a.trf", lines)});
  EXPECT_EQ(paired.out, "3\n5 1\n6 4\n3 0\n");
  EXPECT_EQ(paired.err, "");
  EXPECT_EQ(paired.code, 0);
}

TEST_F(PairCommand, PrintsNoByeWhereThereIsNone) {
  EXPECT_EQ(run({file("a.trf", report())}).out, "2\n5 1\n3 4\n");
}

TEST_F(PairCommand, ReadsStandardInput) {
  const FileDescriptor before(::dup(STDIN_FILENO));
  const FileDescriptor report_file(::open(file("a.trf", report()).c_str(), O_RDONLY | O_CLOEXEC));
  ASSERT_EQ(::dup2(report_file.get(), STDIN_FILENO), STDIN_FILENO);
  const Ran paired = run({"-"});
  ASSERT_EQ(::dup2(before.get(), STDIN_FILENO), STDIN_FILENO);
  EXPECT_EQ(paired.out, "2\n5 1\n3 4\n");
}

TEST_F(PairCommand, WarnsOnStandardError) {
  Lines lines = report();
  lines.push_back("997 what");
  const std::string path = file("a.trf", lines);
  const Ran paired = run({path});
  EXPECT_EQ(paired.err, path + ":7: unknown record '997': left out\n");
  EXPECT_EQ(paired.out, "2\n5 1\n3 4\n");
  EXPECT_EQ(paired.code, 0);
}

TEST_F(PairCommand, SaysWhereTheRulesAllowNone) {
  Lines lines = report();
  lines.push_back("XXP 1 4 5");  // 3 has met 1 already
  const std::string path = file("a.trf", lines);
  const Ran paired = run({path});
  EXPECT_EQ(paired.out, "");
  EXPECT_THAT(paired.err, StartsWith(path + ": round 2: no pairing of its 4 players keeps"));
  EXPECT_EQ(paired.code, 1);
}

TEST_F(PairCommand, RefusesWhatLacksSomethingForTheNextRound) {
  Lines lines = report();
  lines[0] = "XXR 1";
  lines[2] = player_line(2, "0.0", {"4 b 0"});
  EXPECT_THAT(complaint({file("a.trf", lines)}), HasSubstr("a.trf: all 1 rounds have been paired, expected"));
  lines[0] = "022 Berkeley";
  EXPECT_THAT(complaint({file("b.trf", lines)}),
              HasSubstr("b.trf: no 142 or XXR record, expected the number"));
  lines = {"XXR 3", player_line(1, "0.0", {}), player_line(2, "0.0", {})};
  EXPECT_THAT(complaint({file("c.trf", lines)}),
              HasSubstr("c.trf: no round has colours, expected the colour"));
  lines.push_back("152 B");
  EXPECT_EQ(run({file("d.trf", lines)}).out, "1\n2 1\n");
}

TEST_F(PairCommand, RefusesFilesThatAreNone) {
  EXPECT_EQ(complaint({"/nowhere.trf"}), "/nowhere.trf: cannot be read: no such file");
  EXPECT_THAT(complaint({file("a.trf", {"152 G"})}),
              HasSubstr("a.trf:1:5: initial colour: got 'G', expected"));
  const std::string path = file("b.trf", report());
  EXPECT_EQ(complaint({path, path}), "pair: got 2 files, expected one, or --check");
}

TEST_F(PairCommand, CheckTellsThatAllRoundsAgree) {
  const std::string path = file("a.trf", report());
  const Ran checked = run({"--check", path});
  EXPECT_EQ(checked.out, path + ": 1 round agrees\n");
  EXPECT_EQ(checked.err, "");
  EXPECT_EQ(checked.code, 0);
}

TEST_F(PairCommand, CheckTellsDifferences) {
  const std::string path =
      file("a.trf", {"XXR 3", player_line(1, "1.0", {"2 w 1", "3 b 0"}),
                     player_line(2, "0.0", {"1 b 0", "- - Z"}), player_line(3, "2.0", {"- - U", "1 w 1"})});
  EXPECT_EQ(run({"--check", path}).code, 0);
  const std::string other =
      file("b.trf", {"XXR 3", player_line(1, "1.0", {"2 w 1", "3 w 0"}),
                     player_line(2, "0.0", {"1 b 0", "- - Z"}), player_line(3, "2.0", {"- - U", "1 b 1"})});
  const Ran checked = run({"--check", other, path});
  EXPECT_EQ(checked.out, other + ": round 2: paired 1-3, the rules give 3-1\n" + other +
                             ": 1 of 2 rounds differ\n" + path + ": 2 rounds agree\n");
  EXPECT_EQ(checked.code, 1);
}

/// A report for the rating officer does not give the number of rounds: the check takes those of the file.
TEST_F(PairCommand, CheckTakesTheRoundsOfTheFileForAll) {
  Lines lines = report();
  lines[0] = "022 Berkeley";
  const std::string path = file("a.trf", lines);
  const Ran checked = run({"--check", path});
  EXPECT_EQ(checked.out, path + ": 1 round agrees\n");
  EXPECT_EQ(checked.err,
            path + ": no 142 or XXR record: the last round of the file is taken for the last one\n");
}

TEST_F(PairCommand, CheckGoesOnAfterAFileThatIsNone) {
  const std::string wrong = file("a.trf", {"152 G"});
  const std::string right = file("b.trf", report());
  const Ran checked = run({"--check", wrong, right});
  EXPECT_EQ(checked.out, right + ": 1 round agrees\n");
  EXPECT_EQ(checked.err, wrong + ":1:5: initial colour: got 'G', expected W or B\n");
  EXPECT_EQ(checked.code, 2);
}

}  // namespace
}  // namespace referee
