#include "referee/lab/check.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "referee/lab/game_check/game_checks.h"
#include "tests/support/temp_folder.h"

// Each check names a place in the page of the protocol: that place exists.

namespace referee {
namespace {

std::vector<const Check*> all_checks() {
  std::vector<const Check*> checks(checks_of_play().begin(), checks_of_play().end());
  checks.insert(checks.end(), {&check::kLegal, &check::kLeaves});
  checks.insert(checks.end(), scenarios().begin(), scenarios().end());
  return checks;
}

/// The heading, or the words, that a place begins with.
std::string heading_of(std::string_view place) {
  return std::string(place.substr(0, place.find_first_of(",:;")));
}

TEST(Checks, EachNamesAPlaceOfTheProtocolsPage) {
  const std::string page = test_support::read_file(PROTOCOL_PAGE);
  for (const Check* one : all_checks()) {
    EXPECT_NE(page.find(heading_of(one->place)), std::string::npos) << one->name << ": " << one->place;
  }
}

TEST(Checks, EachOfAGameNamesAPlaceOfTheContractAndSaysHowToMendIt) {
  const std::string page = test_support::read_file(RULES_PAGE);
  for (const Check* one : game_check::all()) {
    EXPECT_NE(page.find(heading_of(one->place)), std::string::npos) << one->name << ": " << one->place;
    EXPECT_EQ(one->page, "protocol/RULES_PROGRAM.md") << one->name;
    EXPECT_FALSE(one->expected.empty()) << one->name;
    EXPECT_TRUE(one->mend.ends_with('.')) << one->name;
  }
}

TEST(Checks, EachSaysWhatIsExpectedAndHowToMendIt) {
  for (const Check* one : all_checks()) {
    EXPECT_FALSE(one->expected.empty()) << one->name;
    EXPECT_TRUE(one->mend.ends_with('.')) << one->name;
  }
}

TEST(Checks, NamesAreUnique) {
  std::set<std::string_view> names;
  for (const Check* one : all_checks()) {
    EXPECT_TRUE(names.insert(one->name).second) << one->name;
  }
}

TEST(Checks, EachScenarioIsPlayed) {
  for (const Check* scenario : scenarios()) {
    EXPECT_NE(scenario->scenario, nullptr) << scenario->name;
  }
}

}  // namespace
}  // namespace referee
