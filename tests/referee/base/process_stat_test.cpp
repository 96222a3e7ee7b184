#include "referee/base/process_stat.h"

#include <gtest/gtest.h>

namespace referee {
namespace {

TEST(StatField, IsCountedBehindTheNameWhateverThatHolds) {
  EXPECT_EQ(stat_field("7 (a b) c) S 3 4 -1\n", 2), 3);
  EXPECT_EQ(stat_field("7 (a b) c) S 3 4 -1\n", 4), -1);
  EXPECT_EQ(stat_field("7 (a) S 3", 9), 0);
  EXPECT_EQ(stat_field("", 2), 0);
}

TEST(StatField, TwoInARowAreSummedAsFarAsTheyAreThere) {
  EXPECT_EQ(sum_of_stat_fields("7 (a b) c) S 3 4 -1\n", 2), 7);
  EXPECT_EQ(sum_of_stat_fields("7 (a b) c) S 3 4 -1\n", 4), -1);
  EXPECT_EQ(sum_of_stat_fields("7 (a) S", 3), 0);
  EXPECT_EQ(sum_of_stat_fields("", 1), 0);
}

}  // namespace
}  // namespace referee
