#include "referee/series/series_results.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "protocol/verdict.h"
#include "tests/referee/series/summaries.h"

namespace referee {
namespace {

using comparison::GameCounts;
using test_support::a_summary;
using test_support::add_games;
using testing::ElementsAre;

TEST(SeriesResults, TotalsFollowTheEntrantsFromSeatToSeat) {
  SeriesResults results({"new", "old"}, SeriesPlan::pairs(2));
  add_games(results, 1, {{3, 1}, {2, 2}, {0, 5}, {4, 1}});
  const std::vector<SeriesTotals> totals = results.totals();
  EXPECT_EQ(totals[0].name, "new");
  EXPECT_EQ(totals[0].games, 4);
  EXPECT_EQ(totals[0].firsts, 3) << "a shared first place is one";
  EXPECT_EQ(totals[0].score, 9);
  EXPECT_EQ(totals[0].least, 0);
  EXPECT_EQ(totals[0].greatest, 4);
  EXPECT_EQ(totals[0].turns, 20);
  EXPECT_EQ(totals[0].worst, Microseconds(2500));
  EXPECT_THAT(totals[0].by_seat, ElementsAre(GameCounts{1, 0, 1}, GameCounts{1, 1, 0}));
  EXPECT_THAT(totals[1].by_seat, ElementsAre(GameCounts{0, 1, 1}, GameCounts{1, 0, 1}));
}

TEST(SeriesResults, PairsCountOnceBothGamesAreOver) {
  SeriesResults results({"new", "old"}, SeriesPlan::pairs(4));
  add_games(results, 1, {{1, 0}, {1, 0}, {1, 0}, {1, 1}, {0, 1}, {1, 0}});
  add_games(results, 8, {{1, 0}});  // the second game of the last pair: its first one is not over
  EXPECT_THAT(results.pairs_between(0, 1).by_half_points, ElementsAre(0, 0, 1, 1, 1));
  EXPECT_THAT(results.pairs_between(1, 0).by_half_points, ElementsAre(1, 1, 1, 0, 0));
  EXPECT_EQ(results.games_between(0, 1), (GameCounts{5, 1, 1}));
}

TEST(SeriesResults, OfAGauntletEachMeetingCountsForItself) {
  SeriesResults results({"new", "a", "b"}, SeriesPlan::gauntlet(1, 2, SeriesPlan::Meeting::pairs, 1));
  add_games(results, 1, {{1, 0, 0}, {1, 0, 0}, {0, 0, 1}, {1, 0, 1}});
  EXPECT_THAT(results.pairs_between(0, 1).by_half_points, ElementsAre(0, 0, 0, 0, 1));
  EXPECT_THAT(results.pairs_between(0, 2).by_half_points, ElementsAre(0, 1, 0, 0, 0));
  EXPECT_EQ(results.games_between(1, 2), GameCounts{});
}

TEST(SeriesResults, DifferencesAreOfInstancesThatBothHavePlayed) {
  SeriesResults results({"new", "old", "other"}, SeriesPlan::same_instances(3, 3));
  add_games(results, 1, {{10, 7, 1}, {10, 7, 1}, {10, 7, 1}, {5, 9, 2}, {5, 9, 2}});
  add_games(results, 7, {{6, 0, 0}});
  EXPECT_THAT(results.differences(0, 1), ElementsAre(3, -4));
  EXPECT_THAT(results.differences(0, 2), ElementsAre(9));
}

// Points of a seat against each of the others, their mean.
TEST(SeriesResults, AShareIsTheMeanOfTheResultsAgainstTheOthers) {
  const GameSummary game = a_summary(SeriesPlan::rotating(4, 1).game(1), {7, 3, 3, 1});
  EXPECT_DOUBLE_EQ(points_of(game, 0), 1);
  EXPECT_DOUBLE_EQ(points_of(game, 1), 0.5);
  EXPECT_DOUBLE_EQ(points_of(game, 2), 0.5);
  EXPECT_DOUBLE_EQ(points_of(game, 3), 0);
}

// Entrants 0 and 1 take each other's place; which of them did better in a pair, the others as they are.
TEST(SeriesResults, ASubstitutionIsWonByWhoDoesBetterInThePlace) {
  SeriesResults results({"new", "old", "fill", "fill-2"}, SeriesPlan::substitution(3, 4).filled_from(2));
  add_games(results, 1, {{9, 0, 5, 1}, {0, 3, 5, 1}});  // first, second
  add_games(results, 3, {{3, 0, 5, 1}, {0, 2, 4, 1}});  // second, second
  add_games(results, 5, {{0, 0, 5, 1}, {0, 7, 5, 1}});  // last, first
  add_games(results, 7, {{9, 0, 5, 1}});                // the other game is not over
  EXPECT_EQ(results.substitutions(0, 1), (comparison::GameCounts{1, 1, 1}));
  EXPECT_EQ(results.substitutions(1, 0), (comparison::GameCounts{1, 1, 1}));
}

// "paired differences between challengers on the same seeds"
TEST(SeriesResults, ChallengersDifferOnTheSameInstancesAgainstTheSameOpponents) {
  SeriesResults results({"one", "two", "x", "y"}, SeriesPlan::gauntlet(2, 2, SeriesPlan::Meeting::pairs, 2));
  // Entrant 0 wins both games of a pair with x, 1 one of them; with y they do alike; then 1 beats x only.
  const std::vector<double> zero{5, 0, 1, 1};
  const std::vector<double> one{0, 5, 1, 1};
  const std::vector<double> none{0, 0, 1, 1};
  add_games(results, 1, {zero, zero, one, none, zero, none, none, one});
  add_games(results, 9, {none, none, one, one});
  EXPECT_THAT(results.challenger_differences(0, 1), testing::UnorderedElementsAre(0.5, 0, -1));
}

TEST(SeriesResults, GamesWithTheSameMovesAreTheSameGame) {
  SeriesResults results({"new", "old"}, SeriesPlan::pairs(2));
  for (std::int64_t number = 1; number <= 4; ++number) {
    results.add(a_summary(results.plan().game(number), {1, 0}, number % 2 == 0 ? "even" : "odd"));
  }
  EXPECT_EQ(results.different_games(), 2U);
}

TEST(SeriesResults, FaultsAreCountedByKindWithTheFirstGame) {
  SeriesResults results({"new", "old"}, SeriesPlan::rotating(2, 2));
  for (const std::int64_t number : {2, 1}) {  // the second game is over first
    GameSummary summary = a_summary(results.plan().game(number), {1, 0});
    const std::size_t seat = *seat_of(summary.game, 1);
    summary.seats[seat].faults = {
        {protocol::Verdict::late, number, 10 * number, "game " + std::to_string(number)}};
    results.add(std::move(summary));
  }
  const SeriesTotals old = results.totals()[1];
  ASSERT_EQ(old.faults.size(), 1U);
  EXPECT_EQ(old.faults[0].kind.count, 3);
  EXPECT_EQ(old.faults[0].first_game, 1);
  EXPECT_EQ(old.faults[0].kind.first_turn, 10);
  EXPECT_EQ(old.faults[0].kind.reason, "game 1");
  EXPECT_EQ(old.fault_count(), 3);
}

// Who forfeits a game loses it by its score, which may yet be the greater one: what counts is the score.
TEST(PointsOf, AtATableOfTwoAreThoseOfTheScores) {
  const PlannedGame game{.seating = {0, 1}};
  for (const auto& [scores, first] : std::vector<std::pair<std::vector<double>, double>>{
           {{2, 1}, 1}, {{1, 2}, 0}, {{1, 1}, 0.5}, {{-1, -2}, 1}, {{0.1 + 0.2, 0.3}, 1}}) {
    GameSummary summary = test_support::a_summary(game, scores);
    summary.seats[0].faults.push_back({.verdict = protocol::Verdict::forfeited, .count = 1, .reason = ""});
    EXPECT_EQ(points_of(summary, 0), first) << scores[0] << " " << scores[1];
    EXPECT_EQ(points_of(summary, 1), 1 - first) << scores[0] << " " << scores[1];
  }
}

}  // namespace
}  // namespace referee
