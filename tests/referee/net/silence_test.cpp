#include "referee/net/silence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace referee {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(AdviceOnSilence, AProgramThatComputesAllTheTimeIsInALoop) {
  EXPECT_THAT(advice_on_silence(Awaited::answer, "", Microseconds(9'900'000), Milliseconds(10'000)),
              HasSubstr("endless loop"));
  EXPECT_THAT(advice_on_silence(Awaited::answer, "", Microseconds(2'000'000), Milliseconds(10'000)),
              Not(HasSubstr("endless loop")));
  EXPECT_THAT(advice_on_silence(Awaited::answer, "", Microseconds(0), Milliseconds(0)), HasSubstr("flush"));
  EXPECT_THAT(advice_on_silence(Awaited::answer, "", Microseconds(100'000), Milliseconds(100)),
              HasSubstr("endless loop"));
  EXPECT_THAT(advice_on_silence(Awaited::hello, "", Microseconds(100'000), Milliseconds(100)),
              HasSubstr("flush"))
      << "it starts";
}

TEST(AdviceOnSilence, ALineWithoutItsEndIsTheReasonWhateverElseTheProgramDoes) {
  EXPECT_THAT(advice_on_silence(Awaited::answer, "{}", Microseconds(9'900'000), Milliseconds(10'000)),
              HasSubstr("2 bytes"));
}

}  // namespace
}  // namespace referee
