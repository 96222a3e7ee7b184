#include "referee/score/report_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include <nlohmann/json.hpp>

#include "referee/score/score_text.h"
#include "tests/referee/score/sample_scores.h"
#include "tests/support/complaint.h"
#include "tests/support/harm.h"
#include "tests/support/temp_folder.h"

namespace referee::score {
namespace {

using test_support::read_file;
using testing::HasSubstr;

class ReportFilesTest : public testing::Test {
 protected:
  std::filesystem::path path(const std::string& name) const { return folder_ / name; }
  /// The error of check_writable(), or "accepted".
  static std::string complaint(const ReportFiles& files) {
    return test_support::complaint([&] { check_writable(files); });
  }

  ReportFiles files_;

 private:
  test_support::TempFolder folder_;
};

TEST_F(ReportFilesTest, NothingIsWantedNothingIsWritten) {
  EXPECT_EQ(complaint(files_), "accepted");
  write_reports(files_, samples::report({samples::item("1", 1, 1)}));
  EXPECT_TRUE(std::filesystem::is_empty(path("")));
}

TEST_F(ReportFilesTest, NoReportHoldsHarmfulCharacters) {
  ScoreReport report = samples::all().at("stopped");
  samples::set_texts(report, std::string(test_support::kHarm));
  files_ = {path("junit.xml"),  path("results.json"), path("result.json"),
            path("canvas.csv"), path("score.json"),   true};
  write_reports(files_, report);
  for (const char* name : {"junit.xml", "results.json", "result.json", "canvas.csv", "score.json"}) {
    EXPECT_EQ(test_support::harm_in(read_file(path(name))), "") << name;
  }
  EXPECT_EQ(test_support::harm_in(text_of(report) + text_of(report.items.front())), "");
  const auto json = nlohmann::json::parse(read_file(path("score.json")));
  EXPECT_EQ(json.at("rubric"),
            "a\x1b"
            "b\u009bc\u202ed\u2066e\u200bf\ufffdg")
      << "nothing is lost but a stray byte";
}

TEST_F(ReportFilesTest, EachWriteReplacesTheFile) {
  files_.json = path("score.json");
  test_support::write_file(files_.json, std::string(100'000, 'x'));
  EXPECT_EQ(complaint(files_), "accepted");
  write_reports(files_, samples::all().at("nothing_played"));
  EXPECT_THAT(read_file(files_.json), HasSubstr("\"finished\": false"));
  write_reports(files_, samples::all().at("all_passed"));
  EXPECT_THAT(read_file(files_.json), HasSubstr("\"finished\": true"));
  EXPECT_FALSE(std::filesystem::exists(path("score.json.tmp")));
}

TEST_F(ReportFilesTest, WhatCannotBeWrittenIsToldBeforehand) {
  files_.junit = path("none/junit.xml");
  EXPECT_EQ(complaint(files_),
            "cannot write " + files_.junit.string() + ": there is no folder " + path("none").string());
  files_.junit = path("");
  EXPECT_THAT(complaint(files_), HasSubstr("something that is no file has this name"));
  files_.junit = "/dev/null";  // a rename would replace the device by a file
  EXPECT_THAT(complaint(files_), HasSubstr("cannot write /dev/null: something that is no file"));
  files_.junit = "/proc/junit.xml";
  EXPECT_THAT(complaint(files_), HasSubstr("cannot write /proc/junit.xml: "));
}

TEST_F(ReportFilesTest, EachReportHasAFileOfItsOwn) {
  files_.json = path("a.json");
  files_.csv = "moodle:" + path("./a.json").string();
  EXPECT_THAT(complaint(files_), HasSubstr("another report was to go there"));
  files_.csv = "excel:a.csv";
  EXPECT_THAT(complaint(files_), HasSubstr("got 'excel:a.csv', expected FILE, canvas:FILE or moodle:FILE"));
}

TEST_F(ReportFilesTest, HiddenThingsAreRevealedOnlyIfAsked) {
  files_.json = path("score.json");
  const ScoreReport report = samples::report({samples::secret_item("1", Visibility::hidden)});
  write_reports(files_, report);
  EXPECT_THAT(read_file(files_.json), testing::Not(HasSubstr(samples::kSecret)));
  files_.reveal = true;
  write_reports(files_, report);
  EXPECT_THAT(read_file(files_.json), HasSubstr(samples::kSecret));
}

}  // namespace
}  // namespace referee::score
