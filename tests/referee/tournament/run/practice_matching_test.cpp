#include "referee/tournament/run/practice_matching.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace referee {
namespace {

using std::chrono::seconds;
using testing::StartsWith;

constexpr TimePoint kBegin{std::chrono::hours(1)};

/// Plays as many matches as may begin at `now`; the entrants in their order.
std::vector<Entrant> play_all(PracticeMatching& matching, TimePoint now) {
  std::vector<Entrant> entrants;
  while (const auto match = matching.next(now)) {
    entrants.push_back(match->entrants.front());
    matching.end(*match, nullptr);
  }
  return entrants;
}

// Tournaments 9.5: some at once, then one each interval.
TEST(PracticeMatching, EarnsMatchesWithTime) {
  PracticeMatching matching{seconds(10)};
  matching.arrive(0);
  EXPECT_EQ(play_all(matching, kBegin).size(), std::size_t{PracticeMatching::kAtOnce});
  EXPECT_EQ(matching.due(), kBegin + seconds(10));
  EXPECT_EQ(play_all(matching, kBegin + seconds(10)).size(), 1U);
  EXPECT_EQ(matching.due(), kBegin + seconds(20));
  const TimePoint later = kBegin + seconds(60);  // it has earned five more, and had none left
  EXPECT_EQ(play_all(matching, later).size(), 5U);
  EXPECT_EQ(matching.due(), kBegin + seconds(70));
  const TimePoint much_later = kBegin + std::chrono::hours(9);
  EXPECT_EQ(play_all(matching, much_later).size(), std::size_t{PracticeMatching::kAtOnce});
  EXPECT_EQ(matching.due(), much_later + seconds(10)) << "never more than kAtOnce";
}

TEST(PracticeMatching, WhoHasPlayedLeastOfLateComesNext) {
  for (const Milliseconds interval : {seconds(0), seconds(10)}) {
    PracticeMatching matching{interval};
    matching.arrive(0);
    matching.arrive(1);
    TimePoint now = kBegin;
    std::vector<Entrant> entrants;
    for (int i = 0; i < 4; ++i) {
      const auto match = matching.next(now += seconds(1));
      ASSERT_TRUE(match);
      entrants.push_back(match->entrants.front());
      matching.end(*match, nullptr);
    }
    EXPECT_EQ(entrants, (std::vector<Entrant>{0, 1, 0, 1}));
    matching.arrive(2);
    EXPECT_EQ(matching.next(now)->entrants.front(), 2U);
  }
}

TEST(PracticeMatching, WhoPlaysOrHasLeftIsNotCalled) {
  PracticeMatching matching{seconds(0)};
  EXPECT_FALSE(matching.due()) << "nobody is here";
  matching.arrive(0);
  const auto match = matching.next(kBegin);
  ASSERT_TRUE(match);
  EXPECT_FALSE(matching.next(kBegin + seconds(1)));
  EXPECT_FALSE(matching.due()) << "only the end of the match changes that";
  matching.leave(0);
  matching.end(*match, nullptr);
  EXPECT_FALSE(matching.next(kBegin + seconds(1)));
}

TEST(PracticeMatching, TellsHowLongAnEntrantWaits) {
  PracticeMatching matching{seconds(10)};
  matching.arrive(0);
  EXPECT_EQ(matching.waiting_text(0, kBegin), "your next practice match is called soon");
  play_all(matching, kBegin);
  EXPECT_THAT(matching.waiting_text(0, kBegin + Milliseconds(1)),
              StartsWith("your next practice match is called in 10 s"));
}

}  // namespace
}  // namespace referee
