#include "referee/score/item_games.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace referee::score {
namespace {

using testing::ElementsAre;

RubricItem three_games() {
  RubricItem item;
  item.seats = 2;
  item.points = 10;
  item.games.resize(3);
  item.criteria = {
      {.measured = Measured::wins, .scale = Criterion::Scale::at_least, .from = 2, .to = 0, .steps = {}}};
  return item;
}

TEST(ItemGames, OfCriteriaAllGamesArePlayedOnceAndSeatsRotate) {
  const RubricItem item = three_games();
  const auto games = ItemGames::of(item);
  std::vector<std::size_t> seats;
  while (const auto game = games->next()) {
    EXPECT_EQ(game->number, game->instance);
    EXPECT_FALSE(games->is_over());
    seats.push_back(game->seat);
    EXPECT_EQ(games->may_follow(1), seats.size() < 3);
  }
  EXPECT_THAT(seats, ElementsAre(0U, 1U, 0U));
  for (int i = 0; i < 3; ++i) {
    games->ended({}, {});
  }
  EXPECT_TRUE(games->is_over());
  EXPECT_THAT(games->counted(), ElementsAre(0U, 1U, 2U));
}

TEST(ItemGames, OfCriteriaTheyGradeByThem) {
  const RubricItem item = three_games();
  GameValues won;
  won.won = true;
  ScoredItem scored;
  scored.max_points = item.points;
  ItemGames::of(item)->grade(scored, std::vector{won, GameValues{}, won});
  EXPECT_EQ(scored.status, ItemStatus::full);
  EXPECT_FALSE(scored.mark);
}

}  // namespace
}  // namespace referee::score
