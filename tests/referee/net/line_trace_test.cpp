#include "referee/net/line_trace.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <memory>
#include <string>
#include <system_error>

#include "tests/support/captured_log.h"
#include "tests/support/complaint.h"
#include "tests/support/read_trace.h"
#include "tests/support/simulated_clock.h"
#include "tests/support/temp_folder.h"

namespace referee {
namespace {

using Json = nlohmann::json;
using test_support::read_trace;

class LineTraceTest : public testing::Test {
 protected:
  /// The entry that a bot's line becomes.
  Json entry_of(const std::string& line, bool oversize = false) {
    LineTrace trace(clock_, file_, "match");
    trace.write({.direction = LineTrace::Direction::from_bot, .text = line, .at = {}, .oversize = oversize},
                {}, 1);
    return read_trace(file_).at(0);
  }
  std::string text() const { return test_support::read_file(file_); }

  test_support::SimulatedLoop loop_;
  test_support::SimulatedClock& clock_ = loop_.clock();
  test_support::TempFolder folder_;
  const std::filesystem::path file_ = folder_ / "trace.jsonl";
};

TEST_F(LineTraceTest, TheFirstLineTellsOfTheTraceAndTheOwnerAloneMayReadIt) {
  test_support::write_file(folder_ / "old.jsonl", "of before\n");
  const LineTrace trace(clock_, folder_ / "old.jsonl", "match");
  const LineTrace fresh(clock_, file_, "join");
  const std::string first = text();
  EXPECT_EQ(first.substr(0, 45), R"({"t":0.000000,"event":"trace","version":1,"be)");
  EXPECT_EQ(Json::parse(first).at("command"), "join");
  EXPECT_EQ(test_support::read_file(folder_ / "old.jsonl").find("of before"), std::string::npos);
  struct stat status {};
  ASSERT_EQ(::stat(file_.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
}

TEST_F(LineTraceTest, ALineIsInTheFileAtOnceWithItsKeysInOrder) {
  LineTrace trace(clock_, file_, "match");
  const TraceLabel label{.bot = "alice", .seat = 1, .match = "walls-1g1"};
  trace.write({.direction = LineTrace::Direction::to_bot,
               .text = R"({"type":"bye", "x":1.0})",
               .at = {},
               .unsent = 7},
              label, 2);
  const std::string text = this->text();
  const std::string line = text.substr(text.find('\n') + 1);
  EXPECT_EQ(line.substr(line.find(",\"dir\"")),
            R"(,"dir":"to_bot","seat":1,"bot":"alice","match":"walls-1g1","connection":2,"unsent":7,)"
            R"("line":{"type":"bye", "x":1.0}})"
            "\n");
}

TEST_F(LineTraceTest, TimesAreSecondsSinceTheBeginningOrBefore) {
  LineTrace trace(clock_, file_, "match");
  for (const Microseconds since : {Microseconds(-1'500'000), Microseconds(2'000'003)}) {
    trace.write({.text = "{}", .at = clock_.now() + since}, {}, 1);
  }
  clock_.pass(std::chrono::hours(1));
  trace.write_event("closed", Json::object());
  const auto lines = read_trace(file_);
  EXPECT_EQ(lines[0].at("t"), -1.5);
  EXPECT_EQ(lines[1].at("t"), 2.000003);
  EXPECT_EQ(lines[2].at("t"), 3600);
}

TEST_F(LineTraceTest, WhatIsNoJsonIsText) {
  EXPECT_EQ(entry_of("debug \"x\"").at("text"), "debug \"x\"");
  EXPECT_EQ(entry_of("").at("text"), "");
  EXPECT_EQ(entry_of("{\"a\":1").at("text"), "{\"a\":1");
  EXPECT_FALSE(entry_of("{\"a\":1").contains("line"));
  EXPECT_TRUE(entry_of(std::string(17, '[') + std::string(17, ']')).contains("text")) << "nested too deep";
  EXPECT_TRUE(entry_of("\xEF\xBB\xBF{}").contains("text")) << "a byte order mark inside a line of JSON";
  EXPECT_EQ(entry_of("17").at("line"), 17);
}

TEST_F(LineTraceTest, BinaryBytesAreReplacedAndShownAsHex) {
  const Json entry = entry_of(std::string("\xff\x00\x1b[2J", 6));
  EXPECT_EQ(entry.at("text"), std::string("\xEF\xBF\xBD\x00\x1b[2J", 8));
  EXPECT_EQ(entry.at("hex"), "ff001b5b324a");
  EXPECT_EQ(text().find('\x1b'), std::string::npos) << "the file is safe on a terminal";
}

TEST_F(LineTraceTest, CharactersThatHarmATerminalAreEscapedInMessagesToo) {
  const Json entry = entry_of("{\"a\":\"\u202e\u009b\"}");
  EXPECT_EQ(entry.at("line").at("a"), "\u202e\u009b");
  EXPECT_EQ(text().find("\u202e"), std::string::npos);
  EXPECT_EQ(entry_of("{\"a\":\r1}").at("line").at("a"), 1);
  EXPECT_EQ(text().find('\r'), std::string::npos) << "some readers end a line there";
}

TEST_F(LineTraceTest, ALongTextIsCutAndALineOverTheLimitIsAlwaysText) {
  const Json cut = entry_of(std::string(5000, 'x'));
  EXPECT_EQ(cut.at("text"), std::string(LineTrace::kMaxText, 'x'));
  EXPECT_EQ(cut.at("bytes"), 5000);
  const Json oversize = entry_of("17", true);
  EXPECT_EQ(oversize.at("text"), "17");
  EXPECT_EQ(oversize.at("oversize"), true);
  const std::string message = "\"" + std::string(60000, 'x') + "\"";
  EXPECT_EQ(entry_of(message).at("line").get<std::string>().size(), 60000U) << "a message is whole";
}

TEST_F(LineTraceTest, SecretsAreMaskedInLinesAndEvents) {
  LineTrace trace(clock_, file_, "join");
  trace.hide("hidden-before");
  trace.write({.text = R"({"token":"abcdefgh","z":1})", .at = {}}, {}, 1);
  trace.write({.text = "no JSON: token=hgfedcba", .at = {}}, {}, 1);
  trace.write_event("bot_ended", {{"how", "KeyError: abcdefgh hgfedcba hidden-before"}});
  const auto lines = read_trace(file_);
  EXPECT_EQ(lines[0].at("line"), Json::parse(R"({"token":"***","z":1})"));
  EXPECT_EQ(lines[1].at("text"), "no JSON: token=***");
  EXPECT_EQ(lines[2].at("how"), "KeyError: *** *** ***");
}

TEST_F(LineTraceTest, AFullDiskGivesOneWarningAndNothingIsThrown) {
  const test_support::CapturedLog log;
  LineTrace trace(clock_, "/dev/full", "match");
  trace.write({.text = "{}", .at = {}}, {}, 1);
  trace.write_event("closed", Json::object());
  EXPECT_NE(log.text().find("the trace /dev/full ends here: No space left on device"), std::string::npos)
      << log.text();
  EXPECT_EQ(log.text().find("ends here"), log.text().rfind("ends here")) << "once";
}

TEST_F(LineTraceTest, AFileThatCannotGrowKeepsItsWholeLines) {
  const test_support::CapturedLog log;
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  LineTrace trace(clock_, file_, "match");
  trace.write({.text = "17", .at = {}}, {}, 1);
  const std::string whole = text();
  rlimit small = before;
  small.rlim_cur = whole.size() + 10;
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  trace.write({.text = "18", .at = {}}, {}, 1);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  trace.write({.text = "19", .at = {}}, {}, 1);
  EXPECT_EQ(text(), whole);
  EXPECT_NE(log.text().find("ends here"), std::string::npos);
}

TEST_F(LineTraceTest, AFileThatCannotBeMadeIsNamed) {
  EXPECT_THAT(test_support::complaint<std::system_error>(
                  [&] { const LineTrace trace(clock_, folder_ / "nowhere" / "trace.jsonl", "match"); }),
              testing::HasSubstr("nowhere/trace.jsonl: No such file"));
}

}  // namespace
}  // namespace referee
