#include "referee/series/series_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace referee {
namespace {

using testing::Each;
using testing::ElementsAre;

using Seating = std::vector<std::size_t>;

std::vector<Seating> seatings_of(const SeriesPlan& plan) {
  std::vector<Seating> all;
  for (std::int64_t number = 1; number <= plan.games(); ++number) {
    EXPECT_EQ(plan.game(number).number, number);
    all.push_back(plan.game(number).seating);
  }
  return all;
}

std::vector<std::int64_t> groups_of(const SeriesPlan& plan) {
  std::vector<std::int64_t> all;
  for (std::int64_t number = 1; number <= plan.games(); ++number) {
    all.push_back(plan.game(number).group);
  }
  return all;
}

TEST(SeriesPlan, SeatsRotateFromGameToGame) {
  const SeriesPlan plan = SeriesPlan::rotating(3, 4);
  EXPECT_THAT(seatings_of(plan),
              ElementsAre(Seating{0, 1, 2}, Seating{2, 0, 1}, Seating{1, 2, 0}, Seating{0, 1, 2}));
  EXPECT_THAT(groups_of(plan), ElementsAre(0, 1, 2, 3));
}

TEST(SeriesPlan, BothGamesOfAPairAreOneGroup) {
  const SeriesPlan plan = SeriesPlan::pairs(2);
  EXPECT_THAT(seatings_of(plan), ElementsAre(Seating{0, 1}, Seating{1, 0}, Seating{0, 1}, Seating{1, 0}));
  EXPECT_THAT(groups_of(plan), ElementsAre(0, 0, 1, 1));
}

// "same seed, same seats, new against old on one seat; the others the same program"
TEST(SeriesPlan, TwoTakeEachOthersPlaceAtALargerTable) {
  const SeriesPlan plan = SeriesPlan::substitution(4, 5).filled_from(2);
  EXPECT_EQ(plan.games(), 10);
  EXPECT_EQ(plan.seats(), 4U);
  EXPECT_TRUE(plan.paired());
  EXPECT_TRUE(plan.substitutes());
  std::set<std::size_t> seats;
  for (std::int64_t pair = 0; pair < 4; ++pair) {
    const PlannedGame first = plan.game(2 * pair + 1);
    const PlannedGame second = plan.game(2 * pair + 2);
    EXPECT_EQ(first.group, pair);
    EXPECT_EQ(second.group, pair);
    EXPECT_EQ(first.opening, second.opening);
    for (std::size_t seat = 0; seat < 4; ++seat) {
      if (first.seating[seat] == 0) {
        EXPECT_EQ(second.seating[seat], 1U);
        seats.insert(seat);
      } else {
        EXPECT_EQ(first.seating[seat], second.seating[seat]);
        EXPECT_EQ(plan.player_of(first.seating[seat]), 2U);
      }
    }
  }
  EXPECT_EQ(seats.size(), 4U);
  EXPECT_FALSE(SeriesPlan::pairs(5).substitutes());
}

TEST(SeriesPlan, NeighboursOfAScaleMeetOnceOnEachSeatOfAnInstance) {
  const SeriesPlan plan = SeriesPlan::neighbours(3, 2, 2);
  EXPECT_THAT(groups_of(plan), ElementsAre(0, 0, 0, 0, 1, 1, 1, 1));
  const std::vector<Seating> all = seatings_of(plan);
  EXPECT_EQ(std::vector(all.begin(), all.begin() + 4),
            (std::vector<Seating>{{0, 1}, {1, 0}, {1, 2}, {2, 1}}));
  EXPECT_TRUE(plan.paired());
  EXPECT_EQ(plan.challengers(), 0U);
  EXPECT_THAT(seatings_of(SeriesPlan::neighbours(4, 3, 1)),
              ElementsAre(Seating{0, 1, 2}, Seating{1, 2, 0}, Seating{2, 0, 1}, Seating{1, 2, 3},
                          Seating{2, 3, 1}, Seating{3, 1, 2}));
  EXPECT_THAT(seatings_of(SeriesPlan::neighbours(2, 1, 2)),
              ElementsAre(Seating{0}, Seating{1}, Seating{0}, Seating{1}));
}

TEST(SeriesPlan, EveryBotPlaysEveryInstance) {
  const SeriesPlan plan = SeriesPlan::same_instances(3, 2);
  EXPECT_THAT(seatings_of(plan),
              ElementsAre(Seating{0}, Seating{1}, Seating{2}, Seating{0}, Seating{1}, Seating{2}));
  EXPECT_THAT(groups_of(plan), ElementsAre(0, 0, 0, 1, 1, 1));
}

TEST(SeriesPlan, AGauntletOfPairsMeetsEachOpponentOnTheSameInstances) {
  const SeriesPlan plan = SeriesPlan::gauntlet(1, 2, SeriesPlan::Meeting::pairs, 2);
  EXPECT_EQ(plan.games(), 8);
  EXPECT_THAT(groups_of(plan), ElementsAre(0, 0, 0, 0, 1, 1, 1, 1));
  const auto seatings = seatings_of(plan);
  EXPECT_THAT(std::vector<Seating>(seatings.begin(), seatings.begin() + 4),
              ElementsAre(Seating{0, 1}, Seating{1, 0}, Seating{0, 2}, Seating{2, 0}));
}

TEST(SeriesPlan, SeatsOfAGauntletOfGamesChange) {
  const SeriesPlan plan = SeriesPlan::gauntlet(1, 2, SeriesPlan::Meeting::games, 2);
  EXPECT_THAT(seatings_of(plan), ElementsAre(Seating{0, 1}, Seating{0, 2}, Seating{1, 0}, Seating{2, 0}));
}

TEST(SeriesPlan, AtLargerTablesAChallengerSitsOnEverySeatAndMeetsAllEquallyOften) {
  constexpr std::size_t kSeats = 4;
  constexpr std::size_t kOpponents = 5;
  const SeriesPlan plan = SeriesPlan::large_gauntlet(2, kOpponents, kSeats, 100);
  EXPECT_EQ(plan.games(), 200);
  std::map<std::size_t, int> seats;
  std::map<std::size_t, int> met;
  for (std::int64_t number = 1; number <= plan.games(); number += 2) {
    const PlannedGame first = plan.game(number);
    const PlannedGame second = plan.game(number + 1);
    EXPECT_EQ(first.group, second.group) << "both challengers play the same instance";
    for (std::size_t seat = 0; seat < kSeats; ++seat) {
      if (first.seating[seat] == 0) {
        ++seats[seat];
        EXPECT_EQ(second.seating[seat], 1U);
      } else {
        ++met[first.seating[seat]];
        EXPECT_EQ(second.seating[seat], first.seating[seat]);
      }
    }
  }
  EXPECT_THAT(seats, Each(testing::Pair(testing::_, 25)));
  EXPECT_EQ(met.size(), kOpponents);
  EXPECT_THAT(met, Each(testing::Pair(testing::_, 60)));
}

}  // namespace
}  // namespace referee
