#include "referee/series/series_meeting.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "tests/support/complaint.h"

namespace referee {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

/// Checks a meeting as commands do, and gives its plan.
SeriesPlan checked(const SeriesMeeting& meeting) {
  meeting.refuse_wrong_options();
  meeting.refuse_wrong_bots();
  (void)meeting.decision();
  return meeting.plan();
}

std::string refusal(const SeriesMeeting& meeting) {
  return test_support::complaint([&] { (void)checked(meeting); });
}

// The tests of `referee match` have the options that exclude each other (tests/e2e/match_test.py).
TEST(SeriesMeeting, CountsWhoFillsAndWhoDialsIn) {
  struct Case {
    SeriesMeeting meeting;
    std::size_t filled;
    std::size_t dialled;
    std::int64_t games;
  };
  const std::vector<Case> cases = {
      {{.seats = 2, .bots = 2}, 0, 0, 1},
      {{.seats = 2, .bots = 1, .listens = true}, 0, 1, 1},
      {{.seats = 4, .bots = 1, .fill = true, .listens = true}, 3, 0, 1},
      {{.seats = 4, .bots = 2, .fill = true, .pairs = 3}, 3, 0, 6},
      {{.seats = 4, .bots = 2, .opponents = "pool", .pooled = 1, .fill = true, .games = 5}, 2, 0, 10},
      {{.seats = 2, .bots = 1, .opponents = "pool", .pooled = 3, .pairs = 2}, 0, 0, 12},
      {{.seats = 1, .bots = 3, .games = 4}, 0, 0, 12},
      {{.seats = 1, .bots = 1, .opponents = "pool", .pooled = 2}, 0, 0, 3},
  };
  for (const auto& [meeting, filled, dialled, games] : cases) {
    EXPECT_EQ(checked(meeting).games(), games);
    EXPECT_EQ(meeting.filled(), filled);
    EXPECT_EQ(meeting.dialled(), dialled);
  }
}

TEST(SeriesMeeting, ATestNeedsAsManyGamesAsItTakes) {
  SeriesMeeting meeting{.seats = 4, .bots = 2, .fill = true, .sprt = "elo0=0,elo1=5"};
  EXPECT_EQ(checked(meeting).games(), 2 * SeriesMeeting::kMostGames);
  EXPECT_TRUE(meeting.decision());
  meeting.pairs = 7;
  EXPECT_EQ(checked(meeting).games(), 14);
}

TEST(SeriesMeeting, AScaleHasABotForEachSeatAndAtLeastTwo) {
  EXPECT_EQ(checked({.seats = 2, .bots = 3, .games = 5, .scale = true}).games(), 20);
  EXPECT_EQ(checked({.seats = 1, .bots = 2, .games = 5, .scale = true}).games(), 10);
  EXPECT_EQ(refusal({.game = "lightcycle", .seats = 4, .bots = 3, .games = 5, .scale = true}),
            "staff: lightcycle has 4 seats with these options: got a scale of 3 bots, expected at least 4");
  EXPECT_THAT(refusal({.seats = 1, .bots = 1, .scale = true}), HasSubstr("expected at least 2"));
}

TEST(SeriesMeeting, NamesOnlyOptionsThatThereAre) {
  SeriesMeeting meeting{.game = "walls", .seats = 2, .bots = 1, .listens = false};
  EXPECT_THAT(refusal(meeting), HasSubstr("--listen"));
  meeting.listens.reset();
  EXPECT_THAT(refusal(meeting), StartsWith("walls has 2 seats with these options: got 1 --bot, expected 2"));
  EXPECT_THAT(refusal(meeting), testing::Not(HasSubstr("--listen")));
  EXPECT_THAT(refusal({.game = "lightcycle", .seats = 4, .bots = 1, .opponents = "pool.txt", .pooled = 1}),
              StartsWith("--opponents: pool.txt has 1 bot, a table of 4 seats needs 3"));
}

}  // namespace
}  // namespace referee
