#include "referee/collect/hand_in.h"

#include <gtest/gtest.h>

namespace referee::collect {
namespace {

std::string utc(std::string_view text) {
  const auto time = utc_time_of(text);
  return time ? utc_text(*time) : "nothing";
}

TEST(HandInTime, HasAnOffsetFromUtc) {
  EXPECT_EQ(utc("2026-11-20T23:59:00+01:00"), "2026-11-20 22:59:00 UTC");
  EXPECT_EQ(utc("2026-11-20 23:59:30Z"), "2026-11-20 23:59:30 UTC");
  EXPECT_EQ(utc("2026-11-20T23:59-0530"), "2026-11-21 05:29:00 UTC");
  EXPECT_EQ(utc("2026-02-28 23:30:00.893610000 -05"), "2026-03-01 04:30:00 UTC");
  EXPECT_EQ(utc("2021-09-09 03:45:41.893610000 Z"), "2021-09-09 03:45:41 UTC");
  EXPECT_LT(*utc_time_of("2026-11-20T23:59:00Z"), *utc_time_of("2026-11-20T23:59:00.001Z"));
}

TEST(HandInTime, IsNothingElse) {
  for (const char* const wrong :
       {"", "2026-11-20T23:59:00", "2026-11-20", "2026-13-20T23:59:00Z", "2026-02-30T10:00:00Z",
        "20.11.2026 23:59Z", "2026-11-20T24:00:00Z", "2026-11-20T23:59:00Zz", "2026-11-20T23:59:00 +1",
        "2026-11-20T23:59:00.Z", "-026-11-20T23:59:00Z", "2026-11-20T23:59:00+15:00", "tomorrow"}) {
    EXPECT_EQ(utc(wrong), "nothing") << wrong;
  }
}

TEST(Form, HasAName) {
  for (const Form form : {Form::canvas, Form::moodle, Form::gradescope, Form::folder}) {
    EXPECT_EQ(form_named(name_of(form)), form);
  }
  EXPECT_EQ(form_named("blackboard"), std::nullopt);
}

}  // namespace
}  // namespace referee::collect
