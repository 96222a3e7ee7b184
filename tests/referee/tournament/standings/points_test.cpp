#include "referee/tournament/standings/points.h"

#include <gtest/gtest.h>

namespace referee {
namespace {

TEST(Points, SharesOfAnyTableAddUpExactly) {
  for (std::int64_t parts = 1; parts < static_cast<std::int64_t>(Points::kMaxTable); ++parts) {
    Points sum;
    for (std::int64_t i = 0; i < parts; ++i) {
      sum += Points::halves(1, parts);
    }
    EXPECT_EQ(sum + sum, Points::whole(1)) << parts;
  }
}

TEST(Points, CompareByValue) {
  EXPECT_EQ(Points::halves(2), Points::whole(1));
  EXPECT_EQ(Points::halves(2, 3) + Points::halves(1, 3), Points::halves(1));
  EXPECT_LT(Points::halves(1, 3), Points::halves(1, 2));
  EXPECT_EQ(Points::of_units(Points::halves(5, 7).units()), Points::halves(5, 7));
  EXPECT_DOUBLE_EQ((Points::whole(3) - Points::halves(1)).value(), 2.5);
}

// "For people: at most two decimals, none that say nothing."
TEST(Points, AreShownShort) {
  EXPECT_EQ(Points().text(), "0");
  EXPECT_EQ(Points::whole(12).text(), "12");
  EXPECT_EQ(Points::halves(5).text(), "2.5");
  EXPECT_EQ(Points::halves(10, 3).text(), "1.67");
  EXPECT_EQ(Points::halves(4, 3).text(), "0.67");
  EXPECT_EQ(Points::halves(1, 10).text(), "0.05");
  EXPECT_EQ((Points() - Points::halves(3)).text(), "-1.5");
  EXPECT_EQ(Points::of_units(-1).text(), "0");
}

}  // namespace
}  // namespace referee
