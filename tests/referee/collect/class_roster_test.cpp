#include "referee/collect/class_roster.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace referee::collect {
namespace {

using testing::HasSubstr;

const std::string kCsv =
    "Student,ID,SIS Login ID\n\"Liddell, Alice\",1,alice\n\"Hatter, Mad\",2,mad\nCat,3,cat\n";

StudentList roster_of(const std::string& csv) { return StudentList::read(csv, "roster.csv"); }

std::vector<Candidate> tea_and_cat() {
  return {{.name = "cat", .display = "Cat", .group = {}, .students = {2}, .members = {}, .hand_in = 0},
          {.name = "tea",
           .display = "Tea",
           .group = "=Tea, Party",
           .students = {0, 1},
           .members = {},
           .hand_in = 1}};
}

TEST(ClassRoster, NamesTheEntrantOfEachStudent) {
  const std::string written = class_roster_csv(roster_of(kCsv), kCsv, tea_and_cat(), {});
  EXPECT_EQ(written,
            "Student,ID,SIS Login ID,Referee entrant,Referee group\n"
            "\"Liddell, Alice\",1,alice,tea,\"'=Tea, Party\"\n\"Hatter, Mad\",2,mad,tea,\"'=Tea, Party\"\n"
            "Cat,3,cat,cat,\n");
  EXPECT_EQ(roster_of(written).students[1].name, "tea") << "what referee grade reads";
}

TEST(ClassRoster, AGroupHasOneMadeUpName) {
  const StudentList roster = roster_of(kCsv);
  std::vector<Candidate> candidates = tea_and_cat();
  const auto aliases = give_aliases(candidates, roster, std::nullopt);
  EXPECT_EQ(aliases.at("alice"), aliases.at("mad"));
  EXPECT_EQ(candidates[1].name, aliases.at("mad"));
  EXPECT_EQ(candidates[1].display, "");
  EXPECT_NE(aliases.at("cat"), aliases.at("mad"));

  const std::string written = class_roster_csv(roster, kCsv, candidates, aliases);
  EXPECT_THAT(written, HasSubstr("Referee alias,Referee group"));
  std::vector<Candidate> again = tea_and_cat();
  EXPECT_EQ(give_aliases(again, roster, roster_of(written)), aliases) << "another run keeps them";
}

TEST(ClassRoster, AStudentWhoLeavesAGroupHasAnotherName) {
  const StudentList roster = roster_of(kCsv);
  std::vector<Candidate> candidates = tea_and_cat();
  const std::string written =
      class_roster_csv(roster, kCsv, candidates, give_aliases(candidates, roster, std::nullopt));
  std::vector<Candidate> apart{
      {.name = "mad", .display = "", .group = {}, .students = {1}, .members = {}, .hand_in = 0}};
  const auto aliases = give_aliases(apart, roster, roster_of(written));
  EXPECT_NE(aliases.at("alice"), aliases.at("mad"));
  EXPECT_EQ(roster_of(class_roster_csv(roster, kCsv, apart, aliases)).students.size(), 3U);
}

}  // namespace
}  // namespace referee::collect
