#include "referee/rules/rules_entry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/referee/rules/rules_room.h"
#include "tests/support/complaint.h"

namespace referee::rules {
namespace {

using testing::AllOf;
using testing::HasSubstr;

Json named(const std::string& name) { return {{"name", name}, {"command", {"python3", "rules.py"}}}; }

TEST(RulesEntry, IsFoundByItsNameOnceItIsOpen) {
  const auto folder = sticks_folder(named("opened"));
  EXPECT_EQ(engines::find_game("opened"), nullptr);
  const engines::Entry& entry = open_rules(folder.path());
  EXPECT_EQ(engines::find_game("opened"), &entry);
  EXPECT_EQ(entry.name, "opened");
  EXPECT_EQ(entry.version, 1);
  EXPECT_EQ(entry.folder(), std::filesystem::canonical(folder.path()));
  EXPECT_EQ(entry.rules_sha256(), RulesFolder(folder.path()).sha256());
  EXPECT_EQ(&open_rules(folder.path()), &entry) << "the second time";
  ASSERT_NE(rules_folder_of(entry), nullptr);
  EXPECT_EQ(rules_folder_of(entry)->path(), entry.folder());
}

TEST(RulesEntry, ACopyOfAFolderIsTheSameGame) {
  const auto folder = sticks_folder(named("copied"));
  const auto copy = sticks_folder(named("copied"));
  EXPECT_EQ(&open_rules(folder.path()), &open_rules(copy.path()));
}

TEST(RulesEntry, MayNotHaveTheNameOfAGameOfOurs) {
  const auto ours = sticks_folder(named("walls"));
  EXPECT_THAT(test_support::complaint([&] { (void)open_rules(ours.path()); }),
              AllOf(HasSubstr("\"walls\""), HasSubstr("there is a game walls already")));
}

TEST(RulesEntry, TwoEditionsOfAGameAreFoundByTheirContent) {
  const auto folder = sticks_folder(named("edited"));
  const engines::Entry& first = open_rules(folder.path());
  const std::string sha256 = first.rules_sha256();
  test_support::write_file(folder.path() / "rules.py", "");
  const engines::Entry& second = open_rules(folder.path());
  EXPECT_NE(second.rules_sha256(), sha256);
  EXPECT_EQ(engines::find_rules(sha256), &first);
  EXPECT_EQ(engines::find_rules(second.rules_sha256()), &second);
  EXPECT_EQ(engines::find_game("edited"), &first);
  EXPECT_EQ(engines::find_rules(""), nullptr);
}

TEST(RulesEntry, OurOwnGamesHaveNoFolder) {
  EXPECT_EQ(rules_folder_of(*engines::find_game("walls")), nullptr);
}

}  // namespace
}  // namespace referee::rules
