#include "referee/collect/overrides.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/complaint.h"

namespace referee::collect {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kOverriddenClass =
    "Student,ID,SIS User ID,SIS Login ID,Section\n"
    "\"García, José\",11,s1,jg,A\n"
    "\"Liddell, Alice\",12,s2,alice,A\n"
    "\"Müller, Anna\",14,s4,anna,A\n"
    "\"Müller, Anna\",15,s5,anna2,A\n";

Overrides overrides_of(const std::string& csv) {
  const auto split = [](const std::string& command) {
    if (command == "|") {
      throw std::invalid_argument("no shell runs it");
    }
    return std::vector<std::string>{"sh", "-c", command};
  };
  return Overrides::read(csv, "overrides.csv", split);
}

/// Candidates are José, alone, and a group of Alice and the first Anna.
class OverridesTest : public testing::Test {
 protected:
  std::vector<std::string> apply(const std::string& rows, bool with_roster = true) {
    Candidate jose{.name = "jg", .display = {}, .group = {}, .students = {0}, .members = {}, .hand_in = 0};
    Candidate tea{
        .name = "tea", .display = {}, .group = "Tea Party", .students = {1, 2}, .members = {}, .hand_in = 1};
    candidates_ = {jose, tea};
    Download download;
    for (const char* const label : {"jg.zip", "tea.zip", "late.zip"}) {
      HandIn hand_in;
      hand_in.label = label;
      hand_in.called = hand_in.label.substr(0, hand_in.label.find('.'));
      download.hand_ins.push_back(hand_in);
    }
    const StudentList roster = StudentList::read(kOverriddenClass, "gradebook.csv");
    return overrides_of("student,command\n" + rows)
        .apply(download, with_roster ? &roster : nullptr, candidates_);
  }
  std::string refusal(const std::string& rows) {
    return test_support::complaint([&] { (void)apply(rows); });
  }

  std::vector<Candidate> candidates_;
};

TEST_F(OverridesTest, ACommandIsOfOneHandIn) {
  for (const std::string who : {"jg", "s1", "11", "\"García, José\"", "jose\u0301 garcía", "jg.zip"}) {
    EXPECT_THAT(apply(who + ",./walls\n"), IsEmpty()) << who;
    EXPECT_THAT(candidates_[0].command, ElementsAre("sh", "-c", "./walls")) << who;
    EXPECT_THAT(candidates_[1].command, IsEmpty());
  }
  for (const std::string who : {"Tea Party", "TEA", "alice", "anna"}) {
    EXPECT_THAT(apply(who + ",./walls\n\n"), IsEmpty()) << who;
    EXPECT_THAT(candidates_[1].command, ElementsAre("sh", "-c", "./walls")) << who;
  }
}

TEST_F(OverridesTest, WithoutARosterHandInsAreCalledAsInTheDownload) {
  EXPECT_THAT(apply("tea,./walls\n", false), IsEmpty());
  EXPECT_THAT(candidates_[1].command, ElementsAre("sh", "-c", "./walls"));
}

TEST_F(OverridesTest, WhoseHandInIsNotTriedIsNoted) {
  EXPECT_THAT(apply("anna2,x\nlate,x\n"),
              ElementsAre("overrides.csv: line 2: anna2 has no submission to try",
                          "overrides.csv: line 3: late has no submission to try"));
}

TEST_F(OverridesTest, WrongRowsAreRefusedWithTheirLine) {
  EXPECT_THAT(refusal("jg,x\nbob,x\n"), HasSubstr("overrides.csv: line 3: got \"bob\", expected a student"));
  EXPECT_THAT(refusal("Anna Müller,x\n"), HasSubstr("line 2: got \"Anna Müller\", which is two students"));
  EXPECT_THAT(refusal("alice,x\nanna,y\n"), HasSubstr("line 3: \"anna\" has a command already"));
  EXPECT_THAT(refusal("jg,\n"), HasSubstr("line 2: expected a student and a command"));
  EXPECT_THAT(refusal("jg,|\n"), HasSubstr("line 2: no shell runs it"));
  EXPECT_THAT(test_support::complaint([] { (void)overrides_of("who,what\n"); }),
              HasSubstr("expected the columns"));
  EXPECT_THAT(test_support::complaint([] { (void)overrides_of(""); }),
              HasSubstr("empty, expected the columns"));
}

}  // namespace
}  // namespace referee::collect
