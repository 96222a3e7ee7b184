#include "referee/tournament/run/missing_programs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace referee {
namespace {

using testing::ElementsAre;

// "Programs of two entrants missing at once (in the same while): pause, no forfeits"

class MissingProgramsTest : public testing::Test {
 protected:
  static TimePoint at(int seconds) { return TimePoint{} + std::chrono::seconds(seconds); }
  MissingPrograms missing_;
};

TEST_F(MissingProgramsTest, OneIsMissingForItself) {
  missing_.saw({"bob"}, at(100));
  EXPECT_THAT(missing_.at_once_with("bob"), ElementsAre("bob"));
}

TEST_F(MissingProgramsTest, SeveralOfOneLookWentMissingAtOnce) {
  missing_.saw({"carol", "bob"}, at(100));
  EXPECT_THAT(missing_.at_once_with("bob"), ElementsAre("bob", "carol"));
}

TEST_F(MissingProgramsTest, SoDidThoseOfTwoLooksWithinAMinute) {
  missing_.saw({"bob"}, at(100));
  missing_.saw({"bob", "carol"}, at(160));
  EXPECT_THAT(missing_.at_once_with("carol"), ElementsAre("bob", "carol"));
  EXPECT_THAT(missing_.at_once_with("bob"), ElementsAre("bob", "carol"));
}

TEST_F(MissingProgramsTest, OneThatHasBeenMissingForLongIsAnotherMatter) {
  missing_.saw({"bob"}, at(100));
  missing_.saw({"bob", "carol"}, at(161));
  EXPECT_THAT(missing_.at_once_with("carol"), ElementsAre("carol"));
}

TEST_F(MissingProgramsTest, OneThatCameBackGoesMissingAnew) {
  missing_.saw({"bob"}, at(100));
  missing_.saw({}, at(300));
  missing_.saw({"bob", "carol"}, at(400));
  EXPECT_THAT(missing_.at_once_with("carol"), ElementsAre("bob", "carol"));
}

TEST_F(MissingProgramsTest, WhatWasForgottenGoesMissingAnew) {
  missing_.saw({"bob"}, at(100));
  missing_.forget();
  missing_.saw({"bob", "carol"}, at(400));
  EXPECT_THAT(missing_.at_once_with("carol"), ElementsAre("bob", "carol"));
}

}  // namespace
}  // namespace referee
