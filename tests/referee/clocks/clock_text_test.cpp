#include "referee/clocks/clock_text.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace referee {
namespace {

std::string limits_of(const char* clock) { return limits_text(ClockSpec::read(Json::parse(clock), "clock")); }

TEST(ClockText, NamesEachLimitAndItsKey) {
  EXPECT_EQ(limits_of(R"({"kind":"per_move","ms":1000})"),
            "at most 1000 ms a turn (ms); 20000 ms of wall time a turn (wall_ms); 60000 ms of silence "
            "(silence_ms)");
  EXPECT_EQ(
      limits_of(R"({"kind":"score_rate","floor_ms":5000,"ms_per_1000":4000,"wall_ms":7,"silence_ms":9})"),
      "at most 5000 ms in all (floor_ms), or 4000 ms for each 1000 points (ms_per_1000); "
      "7 ms of wall time a turn (wall_ms); 9 ms of silence (silence_ms)");
}

TEST(ClockText, LeavesOutWhatDoesNotLimit) {
  EXPECT_EQ(limits_of(R"({"kind":"mean","ms":50,"measure":"wall"})"),
            "at most 50 ms a turn on average (ms); 60000 ms of silence (silence_ms)");
  EXPECT_EQ(limits_of(R"({"kind":"mean","ms":50,"burst_ms":300,"measure":"wall"})"),
            "at most 50 ms a turn on average (ms) and 300 ms more in all (burst_ms); 60000 ms of silence "
            "(silence_ms)");
  EXPECT_EQ(limits_of(R"({"kind":"bank","ms":5000,"measure":"wall"})"),
            "at most 5000 ms in all (ms); 60000 ms of silence (silence_ms)");
  EXPECT_EQ(limits_of(R"({"kind":"bank","ms":5000,"increment_ms":20,"measure":"wall"})"),
            "at most 5000 ms in all (ms) and 20 ms more for each turn (increment_ms); 60000 ms of silence "
            "(silence_ms)");
}

}  // namespace
}  // namespace referee
