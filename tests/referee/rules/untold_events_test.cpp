#include "referee/rules/untold_events.h"

#include <gtest/gtest.h>

#include "referee/rules/rules_answer.h"

namespace referee::rules {
namespace {

TEST(UntoldEvents, EachSeatGetsThoseSinceItWasToldLast) {
  UntoldEvents untold(2);
  EXPECT_EQ(untold.in_view(0, {{"x", 1}}, 100), R"({"events":[],"x":1})");
  untold.add(R"({"a":1})");
  untold.add("[]");
  EXPECT_EQ(untold.in_view(0, Json::object(), 100), R"({"events":[{"a":1},[]]})");
  untold.has_told(0);
  untold.add("7");
  EXPECT_EQ(untold.in_view(0, Json::object(), 100), R"({"events":[7]})");
  EXPECT_EQ(untold.in_view(1, {{"a", 0}}, 100), R"({"a":0,"events":[{"a":1},[],7]})");
}

TEST(UntoldEvents, TheOldestAreLeftOutOfAViewThatWouldBeTooLong) {
  UntoldEvents untold(1);
  for (const char* const event : {"111", "222", "333"}) {
    untold.add(event);
  }
  const Json view = {{"x", 1}};
  for (std::size_t longest = 0; longest < 40; ++longest) {
    const std::string text = untold.in_view(0, view, longest);
    EXPECT_TRUE(text == R"({"events":[],"x":1})" || text.size() <= longest) << longest << text;
  }
  EXPECT_EQ(untold.in_view(0, view, 28), R"({"events":[222,333],"x":1})");
}

}  // namespace
}  // namespace referee::rules
