#include "referee/lab/silence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/world.h"

// A program that has ended: tests/e2e/ask_test.py and tests/e2e/check_bot_test.py.

namespace referee {
namespace {

Task<> note(Task<std::string> why, std::string& text) { text = co_await std::move(why); }

TEST(Silence, SaysWhetherNothingCameOrNoNewline) {
  EXPECT_EQ(why_silent(Awaited::answer, Milliseconds(1500), "", Microseconds(0)),
            "nothing came in 1500 ms: did you flush?");
  EXPECT_THAT(why_silent(Awaited::answer, Milliseconds(1500), "{\"type\"", Microseconds(0)),
              testing::StartsWith("7 bytes came, and no newline"));
}

// A bot that waits for a line of ours before it says anything would wait for ever.
TEST(Silence, OfABotThatOwesItsHelloSaysThatTheBotSpeaksFirst) {
  EXPECT_THAT(
      why_silent(Awaited::hello, Milliseconds(1500), "", Microseconds(0)),
      testing::AllOf(testing::HasSubstr("1500 ms: the bot speaks first"), testing::HasSubstr("hello")));
  EXPECT_THAT(why_silent(Awaited::hello, Milliseconds(1500), "", Milliseconds(1500)),
              testing::HasSubstr("an endless loop?"))
      << "it does not wait";
}

TEST(Silence, OfABotThatIsGoneSaysWhoClosedAndWhy) {
  test_support::World world;
  const auto why = [&](CloseReason closed) {
    std::string text;
    world.run(note(why_gone(closed, nullptr), text));
    return text;
  };
  EXPECT_THAT(why(CloseReason::flood), testing::HasSubstr("that answer no turn"));
  EXPECT_THAT(why(CloseReason::unread), testing::HasSubstr("does not read"));
  EXPECT_EQ(why(CloseReason::peer), "it closed the connection") << "one that has dialled in";
}

}  // namespace
}  // namespace referee
