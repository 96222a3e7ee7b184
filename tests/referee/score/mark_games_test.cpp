#include "referee/score/mark_games.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <set>
#include <vector>

namespace referee::score {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Half of the points against either of two opponents.
RubricItem two_opponents(std::int64_t most_groups = 100) {
  RubricItem item;
  item.seats = 2;
  item.marks.emplace();
  item.marks->seats = 2;
  item.marks->bands = {{"A", 20}, {"B", 12.5}, {"C", 0}};
  item.marks->opponents = {{{"strong"}, ""}, {{"weak"}, ""}};
  item.marks->terms.borders = {{0, 0.5}, {1, 0.5}};
  item.marks->terms.most_groups = most_groups;
  item.games.resize(static_cast<std::size_t>(most_groups));
  return item;
}

GameValues worth(double points) {
  GameValues values;
  values.pairwise = points;
  return values;
}

/// What a game gives follows from its number: 0.4 against the strong opponent, 0.8 against the weak one.
double points_of(const ItemGame& game) {
  std::mt19937_64 bits(game.number);
  bits.discard(10);
  return static_cast<double>(bits() % 1000) < (game.line_up == 0 ? 400 : 800) ? 1 : 0;
}

/// Plays up to `jobs` games at once, which end in an order that follows from `seed`.
ScoredItem played(MarkGames& games, std::size_t jobs, std::uint64_t seed = 1) {
  std::mt19937_64 bits(seed);
  std::vector<ItemGame> running;
  std::set<std::size_t> numbers;
  while (true) {
    while (running.size() < jobs) {
      const auto game = games.next();
      if (!game) {
        break;
      }
      EXPECT_TRUE(numbers.insert(game->number).second) << "a game is played once";
      running.push_back(*game);
    }
    if (running.empty()) {
      break;
    }
    const auto ends = running.begin() + static_cast<std::ptrdiff_t>(bits() % running.size());
    const ItemGame game = *ends;
    running.erase(ends);
    games.ended(game, worth(points_of(game)));
  }
  EXPECT_TRUE(games.is_over());
  ScoredItem item;
  item.max_points = 20;
  games.grade(item, {});
  return item;
}

TEST(MarkGames, EachGroupHasTheSubmissionAtEachSeatOnOneInstance) {
  const RubricItem item = two_opponents();
  MarkGames games(item);
  const auto first = games.next();
  const auto second = games.next();
  const auto third = games.next();
  ASSERT_TRUE(first && second && third);
  EXPECT_EQ(first->instance, second->instance);
  EXPECT_THAT((std::vector{first->seat, second->seat, third->seat}), ElementsAre(0U, 1U, 0U));
  EXPECT_NE(third->instance, first->instance);
}

TEST(MarkGames, AtALargerTableAGroupHasAGameForEachSeat) {
  RubricItem item = two_opponents();
  item.seats = item.marks->seats = 4;
  MarkGames games(item);
  for (std::size_t seat = 0; seat < 4; ++seat) {
    const auto game = games.next();
    ASSERT_TRUE(game);
    EXPECT_EQ(game->seat, seat);
    EXPECT_EQ(game->instance, 0U);
    EXPECT_TRUE(games.counted().empty()) << "a group counts when all of it is over";
    games.ended(*game, worth(seat == 0 ? 1 : 0));
  }
  EXPECT_EQ(games.counted().size(), 4U);
}

// With the same seeds the band, the shares and the games that count are those of one game at a time.
TEST(MarkGames, HowManyPlayAtOnceDecidesNothing) {
  const RubricItem item = two_opponents();
  MarkGames alone(item);
  const ScoredItem expected = played(alone, 1);
  EXPECT_EQ(expected.mark->mark, "B");
  for (const std::size_t jobs : {2U, 5U, 16U, 64U}) {
    MarkGames games(item);
    const ScoredItem found = played(games, jobs, jobs);
    EXPECT_EQ(found.measured, expected.measured) << jobs;
    EXPECT_EQ(games.counted(), alone.counted()) << jobs;
  }
}

TEST(MarkGames, ABandGivesItsPoints) {
  const RubricItem item = two_opponents();
  MarkGames games(item);
  const ScoredItem scored = played(games, 1);
  EXPECT_EQ(scored.points, 12.5);
  EXPECT_EQ(scored.status, ItemStatus::partial);
  EXPECT_THAT(scored.measured, HasSubstr("against strong 0."));
  EXPECT_THAT(scored.measured, HasSubstr("A from 0.5"));
  EXPECT_FALSE(scored.mark->is_undecided());
}

TEST(MarkGames, WhoIsUndecidedIsToldSo) {
  const RubricItem item = two_opponents(3);
  MarkGames games(item);
  const ScoredItem scored = played(games, 1);
  EXPECT_THAT(scored.measured, HasSubstr("undecided between A and B and C"));
  EXPECT_THAT(scored.mark->promise, HasSubstr("undecided after 6 games"));
  EXPECT_EQ(games.counted().size(), 6U);
}

// A fault of the referee's machine may stop it in the middle: nothing begins, and what is missing is asked
// for.
TEST(MarkGames, ItIsNotOverBeforeItsGamesHaveEnded) {
  const RubricItem item = two_opponents(1);
  MarkGames games(item);
  const auto first = games.next();
  const auto second = games.next();
  EXPECT_FALSE(games.next());
  games.ended(*second, worth(1));
  EXPECT_FALSE(games.is_over());
  games.ended(*first, worth(1));
  EXPECT_TRUE(games.is_over());
}

}  // namespace
}  // namespace referee::score
