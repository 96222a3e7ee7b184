#include "referee/collect/assignment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/complaint.h"

namespace referee::collect {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kGradebook =
    "Student,ID,SIS User ID,SIS Login ID,Section,Bots (7)\n"
    "Points Possible,,,,,100\n"
    "\"Liddell, Alice\",11,s1,alice,A,\n"
    "\"Hatter, Mad\",12,s2,mad,A,\n"
    "\"Cat, Cheshire\",13,s3,cat,A,\n"
    "\"Müller, Anna\",14,s4,anna,A,\n"
    "\"Müller, Anna\",15,s5,anna2,A,\n";
constexpr const char* kGroups =
    "name,canvas_user_id,user_id,login_id,sections,group_name,canvas_group_id,group_id\n"
    "x,11,s1,alice,A,Tea Party,501,\n"
    "x,12,,,A,Tea Party,501,\n"
    "x,,,cat,A,,,\n";

HandIn canvas_hand_in_of(const std::string& called, const std::string& id) {
  HandIn hand_in;
  hand_in.label = called + "_" + id;
  hand_in.called = called;
  hand_in.id = id;
  hand_in.parts = {{"bot.py", "/download/" + hand_in.label}};
  return hand_in;
}

HandIn hand_in_of_submitters(const std::string& label, std::vector<Submitter> submitters) {
  HandIn hand_in;
  hand_in.label = label;
  hand_in.submitters = std::move(submitters);
  hand_in.parts = {{"", "/download/" + label}};
  return hand_in;
}

class AssignmentTest : public testing::Test {
 protected:
  Assignment run(Form form, std::vector<HandIn> hand_ins) {
    download_ = {.form = form, .hand_ins = std::move(hand_ins), .strays = {}};
    AssignmentTerms terms = terms_;
    terms.roster = with_roster_ ? &roster_ : nullptr;
    terms.groups = groups_ ? &*groups_ : nullptr;
    terms.content = [](const HandIn& hand_in) { return hand_in.parts.front().name; };
    return assign(download_, terms);
  }
  /// "alice: Alice Liddell <- label" of each.
  static std::vector<std::string> candidates(const Download& download, const Assignment& assignment) {
    std::vector<std::string> lines;
    for (const Candidate& candidate : assignment.candidates) {
      std::string line = candidate.name + ":";
      for (const std::string& member : candidate.members) {
        line += " " + member;
      }
      lines.push_back(line + " <- " + download.hand_ins[candidate.hand_in].label);
    }
    return lines;
  }
  std::vector<std::string> in(Form form, std::vector<HandIn> hand_ins) {
    const Assignment assignment = run(form, std::move(hand_ins));
    return candidates(download_, assignment);
  }
  std::vector<std::string> out(Form form, std::vector<HandIn> hand_ins) {
    std::vector<std::string> lines;
    for (const Assignment::Listed& listed : run(form, std::move(hand_ins)).listed) {
      lines.push_back(download_.hand_ins[listed.hand_in].label + " (" + listed.whose + "): " + listed.why);
    }
    return lines;
  }
  void with_groups() { groups_ = GroupFile::read(kGroups, "groups.csv", roster_); }

  StudentList roster_ = StudentList::read(kGradebook, "gradebook.csv");
  std::optional<GroupFile> groups_;
  bool with_roster_ = true;
  AssignmentTerms terms_;
  Download download_;
};

TEST_F(AssignmentTest, TheNumberDecidesAndNeverTheName) {
  EXPECT_THAT(
      in(Form::canvas, {canvas_hand_in_of("mülleranna", "15"), canvas_hand_in_of("liddellalice", "12")}),
      ElementsAre("anna2: Anna Müller <- mülleranna_15", "mad: Mad Hatter <- liddellalice_12"));
}

TEST_F(AssignmentTest, WhoIsNotInTheRosterIsListed) {
  EXPECT_THAT(out(Form::canvas, {canvas_hand_in_of("liddellalice", "99")}),
              ElementsAre("liddellalice_99 (): no student of the roster has the ID 99"));
}

TEST_F(AssignmentTest, ClonesAreFoundByAccountWithOrWithoutTheAssignmentBeforeIt) {
  roster_ = StudentList::read(
      "identifier,github_username,github_id,name\njdoe1@x.edu,jane-gh,1,\nmroe2@x.edu,maxx,2,\ngh@x.edu,gh,3,"
      "\n",
      "classroom.csv");
  const auto clone = [](const std::string& name) { return canvas_hand_in_of(name, ""); };
  EXPECT_THAT(in(Form::folder, {clone("jane-gh"), clone("maxx")}),
              ElementsAre(testing::StartsWith("jdoe1:"), testing::StartsWith("mroe2:")));
  EXPECT_THAT(in(Form::folder, {clone("my-bots-jane-gh"), clone("my-bots-maxx")}),
              ElementsAre(testing::StartsWith("jdoe1:"), testing::StartsWith("mroe2:")));
  EXPECT_THAT(in(Form::folder, {clone("bots-maxx"), clone("bots-x-gh")}),
              ElementsAre(testing::StartsWith("mroe2:")))
      << "x-gh is nobody's account, and bots-x is no assignment";
}

TEST_F(AssignmentTest, StudentsWithoutAHandInAreAbsent) {
  HandIn broken = canvas_hand_in_of("x", "12");
  broken.problem = "a text was submitted, but no file";
  const Assignment assignment = run(Form::canvas, {canvas_hand_in_of("x", "11"), broken});
  EXPECT_THAT(assignment.absent, ElementsAre(2U, 3U, 4U));
  ASSERT_EQ(assignment.listed.size(), 1U);
  EXPECT_EQ(assignment.listed[0].whose, "Mad Hatter");
}

TEST_F(AssignmentTest, AGroupIsOneEntrantUnderItsRepresentative) {
  with_groups();
  const Assignment assignment = run(Form::canvas, {canvas_hand_in_of("teaparty", "12")});
  ASSERT_EQ(assignment.candidates.size(), 1U);
  EXPECT_EQ(assignment.candidates[0].name, "Tea.Party");
  EXPECT_EQ(assignment.candidates[0].display, "Tea Party");
  EXPECT_THAT(assignment.candidates[0].students, ElementsAre(0U, 1U));
  EXPECT_THAT(assignment.absent, ElementsAre(2U, 3U, 4U));
}

TEST_F(AssignmentTest, CopiesOfAGroupsHandInAreOne) {
  with_groups();
  EXPECT_THAT(in(Form::canvas, {canvas_hand_in_of("a", "11"), canvas_hand_in_of("b", "12")}),
              ElementsAre("Tea.Party: Alice Liddell Mad Hatter <- a_11"));
  HandIn other = canvas_hand_in_of("b", "12");
  other.parts[0].name = "other.py";
  EXPECT_THAT(
      out(Form::canvas, {canvas_hand_in_of("a", "11"), other}),
      ElementsAre(HasSubstr("one of 2 submissions of the same students: a_11, b_12"), HasSubstr("b_12 (")));
}

TEST_F(AssignmentTest, MoodlesGroupsAreToldByNumberOrName) {
  with_groups();
  EXPECT_THAT(in(Form::moodle, {canvas_hand_in_of("anything", "501")}),
              ElementsAre(HasSubstr("Tea.Party: Alice Liddell Mad Hatter")));
  EXPECT_THAT(in(Form::moodle, {canvas_hand_in_of("Tea Party", "99")}), ElementsAre(HasSubstr("Tea.Party")));
  EXPECT_THAT(out(Form::moodle, {canvas_hand_in_of("Tea Party", "13")}),
              ElementsAre(HasSubstr("may be of cat or of group \"Tea Party\"")));
}

TEST_F(AssignmentTest, SubmittersAreAGroup) {
  EXPECT_THAT(in(Form::gradescope, {hand_in_of_submitters("s_1", {{"A", "s1", "x@e"}, {"M", "", "mad"}}),
                                    hand_in_of_submitters("s_2", {{"C", "s3", ""}})}),
              ElementsAre("alice-mad: Alice Liddell Mad Hatter <- s_1", "cat: Cheshire Cat <- s_2"));
  EXPECT_THAT(out(Form::gradescope,
                  {hand_in_of_submitters("s_1", {{"A", "s1", "mad"}}),
                   hand_in_of_submitters("s_2", {{"N", "", ""}}), hand_in_of_submitters("s_3", {})}),
              ElementsAre(HasSubstr("the number \"s1\" is of alice, and the e-mail address \"mad\" of mad"),
                          HasSubstr("no student of the roster"), HasSubstr("the export names nobody")))
      << "a number and an address of two students are nobody's";
}

TEST_F(AssignmentTest, AStudentInTwoGroupsOfSubmittersIsInNone) {
  const std::string differ = "not all the same";
  const auto all_differ = ElementsAre(HasSubstr(differ), HasSubstr(differ), HasSubstr(differ));
  EXPECT_THAT(out(Form::gradescope, {hand_in_of_submitters("s_1", {{"A", "s1", ""}, {"M", "s2", ""}}),
                                     hand_in_of_submitters("s_2", {{"M", "s2", ""}, {"C", "s3", ""}}),
                                     hand_in_of_submitters("s_3", {{"C", "s3", ""}})}),
              all_differ);
  EXPECT_THAT(out(Form::gradescope, {hand_in_of_submitters("s_1", {{"A", "s1", ""}}),
                                     hand_in_of_submitters("s_2", {{"C", "s3", ""}}),
                                     hand_in_of_submitters("s_3", {{"A", "s1", ""}, {"C", "s3", ""}})}),
              all_differ)
      << "nor a hand-in of two who have one each";
}

TEST_F(AssignmentTest, WhatTwoStudentsHaveIsNobodys) {
  roster_ = StudentList::read(
      "Student,ID,SIS User ID,SIS Login ID,Section\n"
      "\"Liddell, Alice\",11,s1,alice,A\n"
      "\"Liddell, Edith\",11,s1,edith,A\n",
      "gradebook.csv");
  EXPECT_THAT(out(Form::canvas, {canvas_hand_in_of("liddell", "11")}), ElementsAre(HasSubstr("\"11\"")));
  EXPECT_THAT(out(Form::gradescope, {hand_in_of_submitters("s_1", {{"L", "s1", ""}})}),
              ElementsAre(HasSubstr("number \"s1\"")));
}

TEST_F(AssignmentTest, OfHandInsWithTimesTheNewestCounts) {
  HandIn old = hand_in_of_submitters("s_1", {{"A", "s1", ""}});
  HandIn young = hand_in_of_submitters("s_2", {{"A", "s1", ""}});
  old.at = utc_time_of("2026-11-20T10:00Z");
  young.at = utc_time_of("2026-11-20T10:01Z");
  const Assignment assignment = run(Form::gradescope, {old, young});
  EXPECT_THAT(candidates(download_, assignment), ElementsAre("alice: Alice Liddell <- s_2"));
  EXPECT_THAT(assignment.notes, ElementsAre(HasSubstr("s_1 is left out")));
}

TEST_F(AssignmentTest, LateHandInsAreListedUnlessTheyAreAccepted) {
  HandIn late = canvas_hand_in_of("a", "11");
  late.late = true;
  EXPECT_THAT(out(Form::canvas, {late}), ElementsAre(HasSubstr("late, as canvas says")));
  terms_.accept_late = true;
  EXPECT_EQ(in(Form::canvas, {late}).size(), 1U);
}

TEST_F(AssignmentTest, ADeadlineIsAMoment) {
  terms_.deadline = utc_time_of("2026-11-20T23:59:00+01:00");
  HandIn at = hand_in_of_submitters("s_1", {{"A", "s1", ""}});
  at.at = utc_time_of("2026-11-20T22:59:00Z");
  EXPECT_EQ(in(Form::gradescope, {at}).size(), 1U);
  at.at = utc_time_of("2026-11-20T22:59:00.001Z");
  EXPECT_THAT(out(Form::gradescope, {at}), ElementsAre(HasSubstr("after 2026-11-20 22:59:00 UTC")));
}

TEST_F(AssignmentTest, FoldersAreCalledAsTheRosterKnowsStudents) {
  const auto folder = [](const std::string& name) { return canvas_hand_in_of(name, ""); };
  EXPECT_THAT(in(Form::folder, {folder("ALICE"), folder("s2"), folder("Cheshire Cat")}),
              ElementsAre("alice: Alice Liddell <- ALICE_", "cat: Cheshire Cat <- Cheshire Cat_",
                          "mad: Mad Hatter <- s2_"));
  EXPECT_THAT(
      out(Form::folder, {folder("Anna Müller"), folder("..")}),
      ElementsAre(
          HasSubstr("two students of the roster, or more, have the login, e-mail address, number or name "
                    "\"Anna Müller\""),
          HasSubstr("no student of the roster has the login")));
}

TEST_F(AssignmentTest, NamesAreTheSameHoweverSystemsWriteThem) {
  constexpr const char* kNames =
      "Student,ID,SIS User ID,SIS Login ID,Section\n"
      "\"García, José\",101,s1,jg,M\n"
      "\"Großmann, Çağla\",102,s2,cg,M\n"
      "\"김, 민준\",103,s3,kim,M\n"
      "\"O'Neil, Mary-Jane\",104,s4,mj,M\n";
  roster_ = StudentList::read(kNames, "gradebook.csv");
  const auto folder = [](const std::string& name) { return canvas_hand_in_of(name, ""); };
  const auto all = ElementsAre(HasSubstr("cg:"), HasSubstr("jg:"), HasSubstr("kim:"), HasSubstr("mj:"));
  EXPECT_THAT(in(Form::folder, {folder("Jose\u0301 Garci\u0301a"), folder("C\u0327ag\u0306la Großmann"),
                                folder("\u1106\u1175\u11ab\u110c\u116e\u11ab \u1100\u1175\u11b7"),
                                folder("Mary-Jane  O'Neil")}),
              all)
      << "as macOS writes names of files";
  EXPECT_THAT(in(Form::folder, {folder("García, José"), folder("GROSSMANN, ÇAĞLA"), folder("김, 민준"),
                                folder("o'neil,mary-jane")}),
              all)
      << "as the gradebook has them";
}

TEST_F(AssignmentTest, TheTestStudentOfThePlatformIsNamed) {
  EXPECT_THAT(out(Form::canvas, {canvas_hand_in_of("studenttest", "7777")}),
              ElementsAre(HasSubstr("test student of the platform")));
  EXPECT_THAT(out(Form::folder, {canvas_hand_in_of("Student, Test", "")}),
              ElementsAre(HasSubstr("test student of the platform")));
}

TEST_F(AssignmentTest, AGroupIsTheSameHoweverSystemsWriteIt) {
  groups_ =
      GroupFile::read("group,member\nÉquipe Thé,alice\nE\u0301QUIPE THE\u0301,mad\n", "groups.csv", roster_);
  EXPECT_EQ(groups_->groups.size(), 1U);
  EXPECT_THAT(in(Form::folder, {canvas_hand_in_of("e\u0301quipe the\u0301", "")}),
              ElementsAre(HasSubstr("Alice Liddell Mad Hatter")));
}

TEST_F(AssignmentTest, WithoutARosterNamesAreTheDownloads) {
  with_roster_ = false;
  EXPECT_THAT(in(Form::canvas, {canvas_hand_in_of("doejane", "1"), canvas_hand_in_of("doejane", "2"),
                                canvas_hand_in_of("李小龍", "3"), canvas_hand_in_of("house", "4")}),
              ElementsAre("doejane: doejane <- doejane_1", "doejane-2: doejane <- doejane_2",
                          "student: 李小龍 <- 李小龍_3", "student-house: house <- house_4"));
  EXPECT_THAT(in(Form::gradescope, {hand_in_of_submitters("s", {{"Ada L", "", "ada@example.edu"}})}),
              ElementsAre("ada: Ada L <- s"));
}

TEST_F(AssignmentTest, AGroupIsNotCalledAsAStudentIs) {
  groups_ = GroupFile::read("group,member\ncat,alice\ncat,s2\n", "groups.csv", roster_);
  EXPECT_THAT(in(Form::canvas, {canvas_hand_in_of("x", "11"), canvas_hand_in_of("x", "13")}),
              ElementsAre("cat: Cheshire Cat <- x_13", "cat-2: Alice Liddell Mad Hatter <- x_11"));
}

TEST(GroupFileTest, RefusesWithTheLine) {
  const StudentList roster = StudentList::read(kGradebook, "gradebook.csv");
  const auto refusal = [&](std::string_view csv) {
    return test_support::complaint([&] { (void)GroupFile::read(csv, "groups.csv", roster); });
  };
  EXPECT_THAT(refusal(""), HasSubstr("groups.csv: line 1: empty"));
  EXPECT_THAT(refusal("team,member\nx,alice\n"), HasSubstr("line 1: got the columns"));
  EXPECT_THAT(refusal("group,member\nx,alice\ny,alice\n"),
              HasSubstr("line 3: alice is in group \"x\" already"));
  EXPECT_THAT(refusal("group,login,canvas_user_id\nx,alice,12\n"), HasSubstr("line 2: names two students"));
  EXPECT_THAT(refusal("group,member\nx,alice,y\n"), HasSubstr("line 2: got 3 cells"));
  EXPECT_THAT(refusal("group,member\nx,nobody\n"),
              HasSubstr("groups.csv: no row names a student of the roster gradebook.csv"));
}

TEST(GroupFileTest, ALoginIsWhatIsBeforeTheAtWhereTheRosterHasNone) {
  const StudentList roster = StudentList::read(
      "Identifier,Full name,Email address\nParticipant 1,A,ada@x.edu\nParticipant 2,B,bob@x.edu\n"
      "Participant 3,C,bob@y.edu\n",
      "worksheet.csv");
  const GroupFile read = GroupFile::read("group,login\nx,ada\nx,bob\n", "groups.csv", roster);
  ASSERT_EQ(read.groups.size(), 1U);
  EXPECT_THAT(read.groups[0].students, ElementsAre(0U)) << "two have the login bob";
}

TEST(GroupFileTest, TellsWhoIsNotInTheRoster) {
  const StudentList roster = StudentList::read(kGradebook, "gradebook.csv");
  const GroupFile read = GroupFile::read("group,member\nx,alice\nx,nobody\n,mad\n", "groups.csv", roster);
  EXPECT_THAT(read.notes,
              ElementsAre("groups.csv: line 3: left out, because no student of the roster has this"));
  ASSERT_EQ(read.groups.size(), 1U);
  EXPECT_THAT(read.groups[0].students, ElementsAre(0U));
  EXPECT_EQ(read.group_of(1), std::nullopt);
}

}  // namespace
}  // namespace referee::collect
