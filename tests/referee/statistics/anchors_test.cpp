#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <vector>

#include "referee/statistics/rating.h"
#include "tests/referee/statistics/games.h"

namespace referee::rating {
namespace {

using games::add;
using games::drawn;
using games::won;

std::vector<RankedGame> some_games() {
  std::vector<RankedGame> all;
  add(all, 12, won(0, 1));
  add(all, 5, won(1, 0));
  add(all, 9, won(1, 2));
  add(all, 4, won(2, 1));
  add(all, 3, drawn(0, 2));
  return all;
}

// "As without anchors": bit for bit.
TEST(Anchors, WithoutAnyNothingChanges) {
  const auto all = some_games();
  const Ratings without = ratings_of(4, all);
  const Ratings none = ratings_of(4, all, {});
  const Ratings idle = ratings_of(4, all, std::vector<Anchor>{{3, 1500}});  // it has no game
  EXPECT_EQ(without.players, none.players);
  EXPECT_EQ(without.players, idle.players);
  EXPECT_FALSE(idle.players[3]);
}

TEST(Anchors, KeepTheirRatingAndSetTheScale) {
  const auto all = some_games();
  for (const double elo : {0.0, 1500.0, -300.0}) {
    const Ratings ratings = ratings_of(3, all, std::vector<Anchor>{{1, elo}});
    EXPECT_EQ(ratings.players[1], (Estimate{elo, elo, elo}));
    const Ratings at_zero = ratings_of(3, all, std::vector<Anchor>{{1, 0}});
    for (const std::size_t player : {0U, 2U}) {
      EXPECT_NEAR(ratings.players[player]->elo - elo, at_zero.players[player]->elo, 1e-9);
      EXPECT_NEAR(ratings.players[player]->low - elo, at_zero.players[player]->low, 1e-9);
    }
    EXPECT_GT(ratings.players[0]->elo, elo);
    EXPECT_LT(ratings.players[2]->elo, elo);
  }
}

// Many games against one anchor give the anchor's rating and what the score says.
TEST(Anchors, AScoreAgainstOneIsItsRatingAndTheDifference) {
  std::vector<RankedGame> all;
  add(all, 75'000, won(0, 1));
  add(all, 25'000, won(1, 0));
  const Ratings ratings = ratings_of(2, all, std::vector<Anchor>{{1, 1000}});
  EXPECT_NEAR(ratings.players[0]->elo, 1000 + 400 * std::log10(3.0), 0.05);
  // The information of n games with p = 3/4 is n p (1 - p), in natural logarithms.
  EXPECT_NEAR(ratings.players[0]->high - ratings.players[0]->elo,
              1.959964 * 400 / std::log(10.0) / std::sqrt(100'000 * 3.0 / 16), 0.01);
}

// Two anchors 400 Elo apart, and one who scores evenly against both: in their middle. Draws change how many
// Elo a unit is, and the anchors keep theirs.
TEST(Anchors, SeveralStandWhereTheyAreSaidTo) {
  for (const int draws : {0, 200}) {
    std::vector<RankedGame> all;
    for (const std::size_t anchor : {1U, 2U}) {
      add(all, 300, won(0, anchor));
      add(all, 300, won(anchor, 0));
      add(all, draws, drawn(anchor, 0));
    }
    const Ratings ratings = ratings_of(3, all, std::vector<Anchor>{{1, 1000}, {2, 1400}});
    EXPECT_EQ(ratings.players[1]->elo, 1000);
    EXPECT_EQ(ratings.players[2]->elo, 1400);
    EXPECT_NEAR(ratings.players[0]->elo, 1200, 1e-3);
    EXPECT_LT(ratings.players[0]->high - ratings.players[0]->low, 120);
  }
}

void expect_finite(const Ratings& ratings) {
  for (const std::optional<Estimate>& player : ratings.players) {
    ASSERT_TRUE(player);
    EXPECT_TRUE(std::isfinite(player->elo) && std::isfinite(player->low) && std::isfinite(player->high));
    EXPECT_LE(player->low, player->elo);
    EXPECT_LE(player->elo, player->high);
  }
}

// However far they are apart: of one who wins against both there is an interval.
TEST(Anchors, FarApartLeaveIntervalsFinite) {
  for (const double apart : {1e3, 1e4, 1e6}) {
    std::vector<RankedGame> all;
    add(all, 10, won(0, 1));
    add(all, 10, won(0, 2));
    add(all, 10, won(1, 3));
    const Ratings ratings = ratings_of(4, all, std::vector<Anchor>{{1, apart}, {2, 0}});
    EXPECT_TRUE(ratings.converged) << apart;
    expect_finite(ratings);
    EXPECT_GT(ratings.players[0]->elo, apart);
    EXPECT_LT(ratings.players[3]->elo, apart);
  }
}

// So many ties of players so far apart mean that a unit is few Elo, which puts them further apart, and so on.
TEST(Anchors, FarApartThatTieAreNotFound) {
  std::vector<RankedGame> all;
  add(all, 10, drawn(1, 2));
  add(all, 3, won(0, 1));
  add(all, 5, won(2, 0));
  for (const double apart : {1e4, 1e6}) {
    const Ratings ratings = ratings_of(3, all, std::vector<Anchor>{{1, 0}, {2, apart}});
    EXPECT_FALSE(ratings.converged) << apart;
    expect_finite(ratings);
  }
}

TEST(TimesOfAGame, CountAsTheGamesThemselves) {
  std::vector<RankedGame> once;
  for (RankedGame game : {won(0, 1), won(1, 0), won(1, 2), won(2, 1), drawn(0, 2)}) {
    once.push_back(game);
  }
  once[0].times = 12;
  once[1].times = 5;
  once[2].times = 9;
  once[3].times = 4;
  once[4].times = 3;
  const Ratings ratings = ratings_of(3, once);
  const Ratings listed = ratings_of(3, some_games());
  for (std::size_t player = 0; player < 3; ++player) {
    EXPECT_NEAR(ratings.players[player]->elo, listed.players[player]->elo, 1e-6);
    EXPECT_NEAR(ratings.players[player]->high, listed.players[player]->high, 1e-6);
  }
}

}  // namespace
}  // namespace referee::rating
