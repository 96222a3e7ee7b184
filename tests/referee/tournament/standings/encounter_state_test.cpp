#include "referee/tournament/standings/encounter_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "tests/referee/tournament/encounter_rules.h"
#include "tests/referee/tournament/histories.h"
#include "tests/support/random_cases.h"

namespace referee {
namespace {

using histories::encounter;
using histories::games;
using test::kSeatSwap;
using testing::ElementsAre;

constexpr EncounterRules kBestOf5{2, 5};
constexpr EncounterRules kFour{4, 3};

Points part(std::int64_t halves, std::int64_t parts) { return Points::halves(halves, parts); }

TEST(EncounterState, BeforeTheFirstGameAllAreEqual) {
  const EncounterState state = state_of(kSeatSwap, encounter({0, 1}), {});
  EXPECT_FALSE(state.decided);
  EXPECT_EQ(state.next_game, 1);
  EXPECT_THAT(state.rank, ElementsAre(1, 1));
  EXPECT_THAT(state.points, ElementsAre(Points::halves(1), Points::halves(1)));
}

TEST(EncounterState, IsDecidedByTheRulesOfItsStage) {
  const EncounterRules rules{.seats = 2, .best_of = 2, .later_stages = {{.best_of = 5}, {.best_of = 1}}};
  EXPECT_EQ(rules.stages(), 3);
  EXPECT_EQ(rules.games_at_most(), 5) << "in stage 1";
  Encounter of = encounter({0, 1});
  EXPECT_EQ(state_of(rules, of, games({{2, 0}})).next_game, 2);
  of.stage = 1;
  EXPECT_EQ(rules.games_at_most(of), 5);
  EXPECT_EQ(state_of(rules, of, games({{2, 0}, {2, 0}})).next_game, 3);
  of.stage = 2;
  EXPECT_TRUE(state_of(rules, of, games({{2, 0}})).decided);
}

// ---- encounters that must have a winner ----

const EncounterRules kKnockout{
    .seats = 2, .best_of = 2, .later_stages = {{.best_of = 2, .replays_struck = true, .knockout = true}}};

EncounterState knockout_state(const std::vector<GameResult>& played) {
  Encounter of = encounter({0, 1});
  of.stage = 1;
  return state_of(kKnockout, of, played);
}

// Tournaments 11.7: two more games where two are level, at most twice; then the better seed.
TEST(EncounterState, WhoIsLevelPlaysTwoMoreGamesAtMostTwice) {
  std::vector<std::vector<double>> scores{{1, 0}, {0, 1}};
  EXPECT_EQ(knockout_state(games(scores)).next_game, 3);
  scores.push_back({0, 1});
  EXPECT_EQ(knockout_state(games(scores)).next_game, 4) << "the other one may be level again";
  scores.push_back({1, 1});
  EXPECT_TRUE(knockout_state(games(scores)).decided);
  EXPECT_THAT(knockout_state(games(scores)).rank, ElementsAre(2, 1));
  EXPECT_THAT(knockout_state(games(scores)).points, ElementsAre(Points(), Points::whole(1)));
  scores.back() = {1, 0};
  EXPECT_EQ(knockout_state(games(scores)).next_game, 5) << "level again";
  scores.insert(scores.end(), {{1, 1}, {1, 1}});
  const EncounterState level = knockout_state(games(scores));
  EXPECT_TRUE(level.decided) << "six games are enough";
  EXPECT_EQ(level.next_game, std::nullopt);
  EXPECT_THAT(level.rank, ElementsAre(1, 2)) << "the better seed is the first entrant";
  EXPECT_THAT(level.points, ElementsAre(Points::whole(1), Points()));
  Encounter of = encounter({0, 1});
  of.stage = 1;
  EXPECT_EQ(kKnockout.games_at_most(of), 6);
}

// Tournaments 11.7: who was absent from fewer games goes on before the better seed.
TEST(EncounterState, WhoCameGoesOnBeforeTheBetterSeed) {
  auto level = games({{0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}});
  level[3].no_show = {true, false};
  EXPECT_THAT(knockout_state(level).rank, ElementsAre(2, 1));
  level[5].no_show = {false, true};
  EXPECT_THAT(knockout_state(level).rank, ElementsAre(1, 2));
}

// Tournaments 11.7: further games count only if they were needed, also after a game has been played again.
TEST(EncounterState, FurtherGamesCountOnlyIfTwoAreLevelBefore) {
  const auto played = games({{1, 0}, {1, 1}, {0, 1}, {0, 1}});
  EXPECT_TRUE(knockout_state(played).decided);
  EXPECT_THAT(knockout_state(played).rank, ElementsAre(1, 2));
}

// Tournaments 11.9: two that came to no game both lose, and play no more.
TEST(EncounterState, TwoAbsentOnesBothLose) {
  auto absent = games({{0, 0}, {0, 0}});
  absent[0].no_show = absent[1].no_show = {true, true};
  const EncounterState state = knockout_state(absent);
  EXPECT_TRUE(state.decided);
  EXPECT_THAT(state.rank, ElementsAre(1, 1));
  EXPECT_THAT(state.absent, ElementsAre(true, true));
  EXPECT_THAT(state.points, ElementsAre(Points(), Points()));
  absent[1].no_show = {false, true};
  EXPECT_EQ(knockout_state(absent).next_game, 3) << "one of them came";
}

// Tournaments 3.1: more wins are a point, equal numbers half a point each.
TEST(EncounterState, MoreWinsGetThePoint) {
  const EncounterState won = state_of(kSeatSwap, encounter({0, 1}), games({{1, 1}, {0, 2}}));
  EXPECT_TRUE(won.decided);
  EXPECT_EQ(won.next_game, std::nullopt);
  EXPECT_THAT(won.rank, ElementsAre(2, 1));
  EXPECT_THAT(won.points, ElementsAre(Points(), Points::whole(1)));
  const EncounterState equal = state_of(kSeatSwap, encounter({0, 1}), games({{9, 1}, {0, 1}}));
  EXPECT_TRUE(equal.decided);
  EXPECT_THAT(equal.points, ElementsAre(Points::halves(1), Points::halves(1)));
}

// Tournaments 4.3: two that came to no game have nothing from each other.
TEST(EncounterState, WhoNeverCameHasNothingFromAnotherWhoNeverCame) {
  auto all = games({{0, 0}, {0, 0}});
  all[0].no_show = {true, true};
  all[1].no_show = {true, true};
  EXPECT_THAT(state_of(kSeatSwap, encounter({0, 1}), all).points, ElementsAre(Points(), Points()));
  all[1].no_show = {false, true};
  all[1].scores = {1, 0};
  EXPECT_THAT(state_of(kSeatSwap, encounter({0, 1}), all).points, ElementsAre(Points::whole(1), Points()));

  auto table = games({{2, 1, 0, 0}});
  table[0].no_show = {false, false, true, true};
  EXPECT_THAT(state_of({4, 1}, encounter({0, 1, 2, 3}), table).points,
              ElementsAre(Points::whole(1), part(4, 3), Points(), Points()));
}

// Tournaments 3.1: scores are compared exactly.
TEST(EncounterState, ScoresCompareExactly) {
  const EncounterState state = state_of({2, 1}, encounter({0, 1}), games({{0.1 + 0.2, 0.3}}));
  EXPECT_THAT(state.rank, ElementsAre(1, 2));
}

// Tournaments 2.2: more than half of best_of decides, or all games.
TEST(EncounterState, AMajorityEndsIt) {
  EXPECT_EQ(state_of(kBestOf5, encounter({0, 1}), games({{1, 0}, {1, 0}})).next_game, 3);
  EXPECT_TRUE(state_of(kBestOf5, encounter({0, 1}), games({{1, 0}, {1, 0}, {1, 0}})).decided);
  // Draws are no wins: 2 - 0 after four games leaves the fifth to play.
  EXPECT_EQ(state_of(kBestOf5, encounter({0, 1}), games({{1, 0}, {1, 0}, {1, 1}, {1, 1}})).next_game, 5);
  // One of two is half, not more.
  EXPECT_EQ(state_of(kSeatSwap, encounter({0, 1}), games({{1, 0}})).next_game, 2);
}

// Tournaments 9.6: a round robin by score plays all games.
TEST(EncounterState, AMajorityEndsNothingWhereAllGamesArePlayed) {
  EncounterRules rules = kBestOf5;
  rules.all_games = true;
  const auto won = games({{1, 0}, {1, 0}, {1, 0}});
  EXPECT_EQ(state_of(rules, encounter({0, 1}), won).next_game, 4);
  const EncounterState all =
      state_of(rules, encounter({0, 1}), games({{1, 0}, {1, 0}, {1, 0}, {0, 1}, {0, 1}}));
  EXPECT_TRUE(all.decided);
  EXPECT_THAT(all.rank, ElementsAre(1, 2));
}

// Tournaments 7.1, 7.2: a struck game uses up its number; without any other game it is a draw.
TEST(EncounterState, StruckGamesUseUpTheirNumber) {
  auto all = games({{1, 0}, {1, 0}, {1, 0}});
  all[0].struck = true;
  const EncounterState reopened = state_of(kBestOf5, encounter({0, 1}), all);
  EXPECT_FALSE(reopened.decided);
  EXPECT_EQ(reopened.next_game, 4);
  all = games({{1, 0}, {1, 0}});
  all[0].struck = all[1].struck = true;
  const EncounterState nothing = state_of(kSeatSwap, encounter({0, 1}), all);
  EXPECT_TRUE(nothing.decided);
  EXPECT_THAT(nothing.points, ElementsAre(Points::halves(1), Points::halves(1)));
}

TEST(EncounterState, AHoleIsFilledFirst) {
  auto all = games({{1, 0}, {1, 1}, {0, 1}});
  all.erase(all.begin() + 1);  // made void while the third was being played
  EXPECT_EQ(state_of(kBestOf5, encounter({0, 1}), all).next_game, 2);
}

// Tournaments 3.2, 3.4: games are counted pair by pair, and sums rank.
TEST(EncounterState, ATableRanksByTheSumOfPairwiseResults) {
  const EncounterState state =
      state_of(kFour, encounter({0, 1, 2, 3}), games({{4, 3, 2, 1}, {1, 4, 3, 3}, {2, 2, 1, 1}}));
  EXPECT_TRUE(state.decided);
  // Half points: 6+0+5, 4+6+5, 2+3+1, 0+3+1.
  EXPECT_THAT(state.rank, ElementsAre(2, 1, 3, 4));
  EXPECT_THAT(state.points, ElementsAre(part(4, 3), part(6, 3), part(2, 3), Points()));
}

// Tournaments 3.2, 3.4: equal sums share the better rank, and half a point of each other.
TEST(EncounterState, EqualSumsShareARank) {
  const EncounterState state =
      state_of(kFour, encounter({0, 1, 2, 3}), games({{4, 1, 1, 0}, {4, 1, 1, 0}, {0, 0, 0, 0}}));
  EXPECT_THAT(state.rank, ElementsAre(1, 2, 2, 4));
  EXPECT_THAT(state.points, ElementsAre(part(6, 3), part(3, 3), part(3, 3), Points()));
}

// Tournaments 2.2: two of three games won alone decide a table; a shared first place is no win.
TEST(EncounterState, TwoOfThreeAloneEndATable) {
  const EncounterState state = state_of(kFour, encounter({0, 1, 2, 3}), games({{9, 3, 2, 1}, {9, 3, 1, 2}}));
  EXPECT_TRUE(state.decided);
  EXPECT_THAT(state.rank, ElementsAre(1, 2, 3, 3));
  // A shared first place is no win.
  EXPECT_EQ(state_of(kFour, encounter({0, 1, 2, 3}), games({{9, 9, 2, 1}, {9, 9, 1, 2}})).next_game, 3);
}

// Tournaments 3.3: more than half of the games won is first, against a greater sum.
TEST(EncounterState, TheSoleWinnerIsFirstWhateverTheSums) {
  // Half points: 6+0+6 against a constant second's 4+6+4.
  const EncounterState state =
      state_of(kFour, encounter({0, 1, 2, 3}), games({{4, 3, 2, 1}, {1, 4, 3, 2}, {4, 3, 1, 2}}));
  EXPECT_THAT(state.rank, ElementsAre(1, 2, 3, 4));
}

// Tournaments 2.4: house bots are not ranked.
TEST(EncounterState, HouseBotsAreLeftOut) {
  const EncounterState three = state_of({4, 1}, encounter({0, 1, 2}), games({{1, 3, 2}}));
  EXPECT_THAT(three.points, ElementsAre(Points(), Points::whole(1), Points::halves(1)));
  const EncounterState two = state_of({4, 1}, encounter({0, 1}), games({{1, 3}}));
  EXPECT_THAT(two.points, ElementsAre(Points(), Points::whole(1)));
}

// Tournaments 3.5, 5.2: points of byes and forfeits.
TEST(EncounterState, ByesAndForfeitsAreDecided) {
  const EncounterState bye = state_of(kSeatSwap, histories::bye(3).encounter, {});
  EXPECT_TRUE(bye.decided);
  EXPECT_THAT(bye.points, ElementsAre(Points::whole(1)));
  const Encounter half{.kind = Encounter::Kind::half_bye, .entrants = {3}};
  EXPECT_TRUE(state_of(kSeatSwap, half, {}).decided);
  EXPECT_THAT(state_of(kSeatSwap, half, {}).points, ElementsAre(Points::halves(1)));
  const Encounter zero{.kind = Encounter::Kind::zero_bye, .entrants = {3}};
  EXPECT_THAT(state_of(kSeatSwap, zero, {}).points, ElementsAre(Points()));
  const EncounterState second = state_of(kSeatSwap, histories::forfeit(0, 1, 1).encounter, {});
  EXPECT_TRUE(second.decided);
  EXPECT_THAT(second.rank, ElementsAre(2, 1));
  EXPECT_THAT(second.points, ElementsAre(Points(), Points::whole(1)));
  const EncounterState nobody = state_of(kSeatSwap, histories::forfeit(0, 1, {}).encounter, {});
  EXPECT_TRUE(nobody.decided);
  EXPECT_THAT(nobody.points, ElementsAre(Points(), Points()));
}

// Tournaments 2.2, 3.1: two entrants by the letter of the rule, against the general way of counting.
TEST(EncounterState, TwoEntrantsAreRankedByWonGames) {
  std::mt19937_64 random(7);
  for (int i = 0; i < test_support::random_cases(200); ++i) {
    const int best_of = 1 + static_cast<int>(random() % 7);
    std::vector<GameResult> all;
    int wins = 0;
    int losses = 0;
    while (static_cast<int>(all.size()) < best_of && 2 * wins <= best_of && 2 * losses <= best_of) {
      const double a = static_cast<double>(random() % 3);
      const double b = static_cast<double>(random() % 3);
      all.push_back(histories::game(static_cast<int>(all.size()) + 1, {a, b}));
      wins += a > b ? 1 : 0;
      losses += a < b ? 1 : 0;
      const EncounterState state = state_of({2, best_of}, encounter({0, 1}), all);
      const bool over = 2 * wins > best_of || 2 * losses > best_of || static_cast<int>(all.size()) == best_of;
      ASSERT_EQ(state.decided, over);
      ASSERT_EQ(state.next_game.has_value(), !over);
      ASSERT_EQ(state.points[0], Points::halves(wins > losses ? 2 : wins == losses ? 1 : 0));
      ASSERT_EQ(state.points[0] + state.points[1], Points::whole(1));
    }
  }
}

// Tournaments 2.3, 2.4: seats move on by one; house bots have the last ones of game 1.
TEST(Seating, RotatesBetweenGames) {
  using Position = std::optional<std::size_t>;
  EXPECT_THAT(seating_of(kSeatSwap, encounter({7, 9}), 1), ElementsAre(Position(0), Position(1)));
  EXPECT_THAT(seating_of(kSeatSwap, encounter({7, 9}), 2), ElementsAre(Position(1), Position(0)));
  const Position house;
  EXPECT_THAT(seating_of(kFour, encounter({7, 8, 9}), 1),
              ElementsAre(Position(0), Position(1), Position(2), house));
  EXPECT_THAT(seating_of(kFour, encounter({7, 8, 9}), 3),
              ElementsAre(Position(2), house, Position(0), Position(1)));
  EXPECT_EQ(seating_of(kFour, encounter({7, 8, 9}), 5), seating_of(kFour, encounter({7, 8, 9}), 1));
}

TEST(EncounterState, AnEntrantOfAFieldIsAloneAndGetsNoPoints) {
  const EncounterRules field{.seats = 1, .best_of = 1, .apart = true};
  EXPECT_EQ(state_of(field, encounter({3}), {}).next_game, 1);
  const EncounterState over = state_of(field, encounter({3}), games({{1234}}));
  EXPECT_TRUE(over.decided);
  EXPECT_THAT(over.rank, ElementsAre(1));
  EXPECT_THAT(over.points, ElementsAre(Points()));
}

// Tournaments 2.6: in a duel each entrant plays a match of its own.
TEST(Seating, WhereEntrantsPlayApartEachMatchHasOne) {
  using Position = std::optional<std::size_t>;
  const EncounterRules duel{.seats = 2, .best_of = 2, .apart = true};
  EXPECT_THAT(seating_of(duel, encounter({7, 9}), 1), ElementsAre(Position(0)));
  EXPECT_THAT(seating_of(duel, encounter({7, 9}), 2), ElementsAre(Position(1)));
  EXPECT_THAT(seating_of(duel, encounter({7, 9}), 3), ElementsAre(Position(0)));
}

}  // namespace
}  // namespace referee
