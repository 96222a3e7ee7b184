#include "referee/pages/names.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace referee::pages {
namespace {

std::vector<StoredEntrant> entrants() {
  std::vector<StoredEntrant> all(4);
  all[0].name = "a1";
  all[0].display = "Ada Lovelace";
  all[1].name = "b1";
  all[2].name = "c1";
  all[2].display = "Chris";
  all[3].name = "c2";
  all[3].display = "Chris";
  return all;
}

TEST(ShownNames, AreTheNamesAloneUnlessDisplaysAreAskedFor) {
  const ShownNames shown(entrants(), WebSpec::Names::name);
  EXPECT_EQ(shown.of("a1"), "a1");
}

TEST(ShownNames, AreDisplaysThatTellEntrantsApart) {
  const ShownNames shown(entrants(), WebSpec::Names::display);
  EXPECT_EQ(shown.of(std::vector<std::string>{"a1", "b1", "c1", "c2", "house-1"}),
            (std::vector<std::string>{"Ada Lovelace", "b1", "c1", "c2", "house-1"}));
}

TEST(ShownNames, NobodyIsShownByTheNameOfAnother) {
  std::vector<StoredEntrant> all = entrants();
  all[0].display = "b1";
  EXPECT_EQ(ShownNames(all, WebSpec::Names::display).of("a1"), "a1");
}

}  // namespace
}  // namespace referee::pages
