#include "referee/net/silence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace referee {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Silence, AProgramThatComputesAllTheTimeIsInALoop) {
  EXPECT_THAT(why_silent("", Microseconds(9'900'000), Milliseconds(10'000)), HasSubstr("endless loop"));
  EXPECT_THAT(why_silent("", Microseconds(2'000'000), Milliseconds(10'000)), Not(HasSubstr("endless loop")));
  EXPECT_THAT(why_silent("", Microseconds(0), Milliseconds(0)), HasSubstr("flush"));
}

TEST(Silence, ALineWithoutItsEndIsTheReasonWhateverElseTheProgramDoes) {
  EXPECT_THAT(why_silent("{}", Microseconds(9'900'000), Milliseconds(10'000)), HasSubstr("2 bytes"));
}

}  // namespace
}  // namespace referee
