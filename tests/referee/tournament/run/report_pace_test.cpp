#include "referee/tournament/run/report_pace.h"

#include <gtest/gtest.h>

namespace referee {
namespace {

using namespace std::chrono_literals;

constexpr TimePoint kNow{100h};

TEST(ReportPace, TheFirstOnesAreDueAtOnce) { EXPECT_LE(ReportPace().due(), kNow); }

TEST(ReportPace, TheLongerTheyTookTheLongerTheyStand) {
  ReportPace pace;
  pace.written(kNow, kNow + 1ms);
  EXPECT_EQ(pace.due(), kNow + 1ms + 50ms);
  pace.written(kNow, kNow + 20ms);
  EXPECT_EQ(pace.due(), kNow + 20ms + 1s);
}

}  // namespace
}  // namespace referee
