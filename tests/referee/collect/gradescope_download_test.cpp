#include "referee/collect/gradescope_download.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/referee/collect/entries.h"
#include "tests/support/complaint.h"

namespace referee::collect {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::string_view kTwo = R"(---
submission_7:
  :submitters:
  - :name: Alice Liddell
    :sid: '0100'
    :email: alice@example.edu
  - :name: 'O''Brien: =1+1'
    :sid: ~
    :email: ob@example.edu
  :created_at: &1 2026-11-20 22:43:00.000000000 Z
  :score: 1.5
  :results:
    output: |-
      submission_8:
        :submitters: []
  :history:
  - :id: 1
    :submitters: []
    :created_at: *1
submission_8:
  :submitters:
  - {":name": Mad Hatter, ":sid": '7', ":email": mad@example.edu}
  :created_at: !ruby/object:ActiveSupport::TimeWithZone
    utc: 2026-11-21 00:00:01.5 Z
    zone: !ruby/object:ActiveSupport::TimeZone
      name: Etc/UTC
)";

std::string complaint_about(std::string_view yaml) {
  return test_support::complaint([&] { (void)read_submission_metadata(yaml, "m.yml"); });
}

TEST(SubmissionMetadata, NamesSubmittersAndTime) {
  const auto read = read_submission_metadata(kTwo, "m.yml");
  ASSERT_EQ(read.size(), 2U);
  EXPECT_EQ(read[0].folder, "submission_7");
  ASSERT_EQ(read[0].submitters.size(), 2U);
  EXPECT_EQ(read[0].submitters[0].number, "0100") << "the zero in front is part of it";
  EXPECT_EQ(read[0].submitters[1].name, "O'Brien: =1+1");
  EXPECT_EQ(read[0].submitters[1].number, "");
  EXPECT_EQ(utc_text(read[0].at.value()), "2026-11-20 22:43:00 UTC");
  EXPECT_EQ(utc_text(read[1].at.value()), "2026-11-21 00:00:01 UTC");
}

TEST(SubmissionMetadata, RefusesOtherShapesWithTheirLine) {
  EXPECT_THAT(complaint_about("a: [1"), HasSubstr("m.yml: line 2: not YAML"));
  EXPECT_THAT(complaint_about("- a\n"), HasSubstr("m.yml: line 1: expected a submission's folder"));
  EXPECT_THAT(complaint_about("s:\n  :score: 1\n"), HasSubstr("line 2: expected a list \":submitters:\""));
  EXPECT_THAT(complaint_about("s:\n  :submitters:\n  - Alice\n"), HasSubstr("line 3: expected \":name:\""));
  EXPECT_THAT(complaint_about("s:\n  :submitters: []\n  :created_at: yesterday\n"),
              HasSubstr("line 3: expected a time"));
  EXPECT_THAT(complaint_about("s: *other\n"), HasSubstr("line 1: alias *other"));
  EXPECT_THAT(complaint_about("s: &s\n  :submitters: *s\n"), HasSubstr("line 2: alias *s")) << "no rings";
  EXPECT_THAT(complaint_about("s: \xff\n"), HasSubstr("not YAML"));
  EXPECT_THAT(complaint_about(std::string(300, '[')), HasSubstr("nested too deep"));
  EXPECT_THAT(complaint_about(""), HasSubstr("expected a submission's folder"));
}

TEST(SubmissionMetadata, SharedValuesCostNothing) {
  std::string bomb = "a0: &a0 {\":submitters\": []}\n";
  for (int i = 1; i < 60; ++i) {
    const std::string before = "*a" + std::to_string(i - 1);
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " {\":submitters\": [], x: [" + before +
            "," + before + "]}\n";
  }
  EXPECT_EQ(read_submission_metadata(bomb, "m.yml").size(), 60U);
}

TEST(GradescopeDownload, EachSubmissionIsAFolder) {
  const Download download =
      read_gradescope(entries({"submission_7/", "submission_metadata.yml", "submission_9/"}),
                      read_submission_metadata(kTwo, "m.yml"));
  EXPECT_THAT(lines_of(download),
              ElementsAre("submission_7: <-submission_7", "submission_8: [the export has no files of it]"));
  EXPECT_EQ(download.hand_ins[0].submitters.size(), 2U);
  ASSERT_EQ(download.strays.size(), 1U);
  EXPECT_EQ(download.strays[0].name, "submission_9");
  EXPECT_EQ(download.strays[0].why, "not in submission_metadata.yml");
}

}  // namespace
}  // namespace referee::collect
