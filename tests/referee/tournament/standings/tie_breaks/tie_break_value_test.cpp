#include "referee/tournament/standings/tie_breaks/tie_break_value.h"

#include <gtest/gtest.h>

namespace referee {
namespace {

TieBreakValue thirds(std::int64_t count) { return TieBreakValue::whole(count).over(3); }

TEST(TieBreakValue, ShowsTwoDecimalsAndTheWholeValue) {
  const auto shown = [](const TieBreakValue& value) { return value.text() + " = " + value.exact_text(); };
  EXPECT_EQ(shown(TieBreakValue()), "0 = 0");
  EXPECT_EQ(shown(TieBreakValue::whole(12)), "12 = 12");
  EXPECT_EQ(shown(TieBreakValue::of(Points::halves(5))), "2.5 = 2.5");
  EXPECT_EQ(shown(TieBreakValue::product(Points::halves(1), Points::halves(5))), "1.25 = 1.25");
  EXPECT_EQ(shown(thirds(5)), "1.67 = 1 2/3");
  EXPECT_EQ(shown(thirds(1)), "0.33 = 1/3");
  EXPECT_EQ(shown(thirds(1).over(3)), "0.11 = 1/9");
  EXPECT_EQ(shown(TieBreakValue::whole(1).over(8)), "0.13 = 1/8");
  EXPECT_EQ(shown(TieBreakValue::whole(1999).over(1000)), "2 = 1 999/1000");
  EXPECT_EQ(shown(TieBreakValue::of(Points::halves(1, 3)).over(7)), "0.02 = 1/42");
}

TEST(TieBreakValue, ComparesExactly) {
  TieBreakValue sum;
  for (int i = 0; i < 9; ++i) {
    sum += thirds(1).over(3);
  }
  EXPECT_EQ(sum, TieBreakValue::whole(1));
  EXPECT_EQ(thirds(1) + TieBreakValue::whole(1).over(6), TieBreakValue::of(Points::halves(1)));
  EXPECT_LT(TieBreakValue::whole(33).over(100), thirds(1));
  EXPECT_GT(TieBreakValue::whole(34).over(100), thirds(1));
  EXPECT_EQ(TieBreakValue::whole(40).over(8), TieBreakValue::whole(5));
  EXPECT_DOUBLE_EQ(thirds(2).value(), 2.0 / 3);
}

TEST(TieBreakValue, HoldsTheSumsOfLongTournaments) {
  const TieBreakValue most = TieBreakValue::product(Points::whole(30'000), Points::whole(30'000));
  EXPECT_EQ(most.text(), "900000000");
  EXPECT_LT(most, most + TieBreakValue::of(Points::of_units(1)));
  // AOB of the longest Swiss, and of one with a table of 17 a round: sums of 100 x 100 points over 1600
  // opponents.
  const TieBreakValue mean = TieBreakValue::whole(16'000'000).over(1599);
  EXPECT_LT(mean, TieBreakValue::whole(16'000'000).over(1598));
  EXPECT_GT(mean, TieBreakValue::whole(15'999'999).over(1599));
}

}  // namespace
}  // namespace referee
