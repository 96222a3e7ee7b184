#include "referee/clocks/silence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace referee {
namespace {

using testing::AllOf;
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

TEST(AdviceOnSilence, ThreeCausesHaveThreeSentences) {
  const auto said = [](Microseconds busy, Waits waits) {
    return advice_on_silence(Awaited::answer, "", busy, Milliseconds(10'000), waits);
  };
  EXPECT_THAT(said(Microseconds(0), Waits::sleeps), AllOf(HasSubstr("sleeps"), Not(HasSubstr("flush"))));
  EXPECT_THAT(said(Microseconds(0), Waits::input), AllOf(HasSubstr("input"), HasSubstr("flush")));
  EXPECT_THAT(said(Microseconds(9'900'000), Waits::input), AllOf(HasSubstr("loop"), Not(HasSubstr("flush"))));
  EXPECT_THAT(advice_on_silence(Awaited::hello, "", Microseconds(0), Milliseconds(10'000), Waits::sleeps),
              HasSubstr("sleeps"));
}

TEST(AdviceOnSilence, ALineWithoutItsEndIsTheReasonWhateverElseTheProgramDoes) {
  EXPECT_THAT(advice_on_silence(Awaited::answer, "{}", Microseconds(9'900'000), Milliseconds(10'000)),
              HasSubstr("2 bytes"));
}

}  // namespace
}  // namespace referee
