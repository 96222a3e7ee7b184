#include "referee/tournament/config/entrant_spec.h"

#include <gtest/gtest.h>

namespace referee {
namespace {

// Tournaments 1.1: names of house bots are not for entrants.
TEST(HouseName, IsANameThatNobodyElseMayHave) {
  EXPECT_EQ(house_name(0), "house");
  EXPECT_EQ(house_name(1), "house-2");
  EXPECT_EQ(house_name(9), "house-10");
  for (std::size_t i = 0; i < 20; ++i) {
    EXPECT_TRUE(protocol::is_valid_name(house_name(i)));
    EXPECT_TRUE(is_house_name(house_name(i)));
  }
  EXPECT_TRUE(is_house_name("HOUSE-2")) << "names are unique after case folding";
}

TEST(HouseName, LeavesTheOthersFree) {
  for (const char* name :
       {"", "hous", "houses", "house-", "house-x", "house-2x", "house2", "ahouse", "House_2"}) {
    EXPECT_FALSE(is_house_name(name)) << name;
  }
}

}  // namespace

}  // namespace referee
