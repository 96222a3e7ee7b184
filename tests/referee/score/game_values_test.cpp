#include "referee/score/game_values.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include <nlohmann/json.hpp>

namespace referee::score {
namespace {

MatchResult result_of(std::vector<double> scores, std::vector<std::int64_t> faults = {}) {
  MatchResult result;
  result.rank = ranks_of(scores);
  result.scores = std::move(scores);
  result.seats.resize(result.scores.size());
  for (std::size_t seat = 0; seat < faults.size(); ++seat) {
    result.seats[seat].by_verdict[1] = faults[seat];
  }
  return result;
}

GameValues values(const MatchResult& result, std::size_t seat, std::optional<double> attainable = {}) {
  return values_of(result, seat, attainable, {});
}

Criterion criterion(const char* text) { return Criterion::read(nlohmann::json::parse(text), ""); }

TEST(GameValues, PairwiseIsOneForLessAHalfForAsMuch) {
  const MatchResult four = result_of({5, 7, 5, 1});
  EXPECT_DOUBLE_EQ(values(four, 0).pairwise, 1.5 / 3);
  EXPECT_DOUBLE_EQ(values(four, 1).pairwise, 1);
  EXPECT_DOUBLE_EQ(values(four, 3).pairwise, 0);
}

TEST(GameValues, OnlyWhoIsFirstAloneHasWon) {
  EXPECT_TRUE(values(result_of({2, 1}), 0).won);
  EXPECT_FALSE(values(result_of({2, 1}), 1).won);
  EXPECT_FALSE(values(result_of({2, 2}), 0).won) << "shared";
}

TEST(GameValues, WhatIsAttainedIsFromNothingToAll) {
  EXPECT_DOUBLE_EQ(values(result_of({6}), 0, 12).attained, 0.5);
  EXPECT_DOUBLE_EQ(values(result_of({15}), 0, 12).attained, 1);
  EXPECT_DOUBLE_EQ(values(result_of({-3}), 0, 12).attained, 0);
}

TEST(GameValues, WhoDoesNotComeHasAFault) {
  MatchResult result = result_of({0});
  result.no_show = {0};
  EXPECT_EQ(values(result, 0).faults, 1);
  EXPECT_EQ(values(result_of({3, 1}, {0, 4}), 1).faults, 4);
}

TEST(GameValues, AListOfTheOutcomeIsMeasured) {
  MatchResult played = result_of({1, 0});
  played.outcome = {{"discs", {46, 18}}, {"moves", 60}};
  const MatchResult alone = result_of({1, 0});  // nobody else came: nothing was played
  const std::vector<GameValues> games = {values(played, 1), values(alone, 1)};
  EXPECT_DOUBLE_EQ(measured_in(games, Measured::of_outcome("outcome.discs")), 9);
  EXPECT_THROW((void)measured_in(games, Measured::of_outcome("outcome.moves")), std::runtime_error);
}

TEST(GameValues, SumsAndMeansAreOverAllGames) {
  std::vector<GameValues> games(4);
  games[0].score = 10;
  games[1].score = 3;
  games[0].won = games[1].won = true;
  games[3].faults = 2;
  EXPECT_DOUBLE_EQ(measured_in(games, Measured::score), 3.25);
  EXPECT_EQ(measured_in(games, Measured::wins), 2);
  EXPECT_EQ(measured_in(games, Measured::faults), 2);
}

/// A measure that only this game has: the record's bytes plus the seat.
double bytes_and_seat(std::string_view record, std::size_t seat) {
  return static_cast<double>(record.size() + seat);
}

TEST(GameValues, MeasuresOfTheGamesOwnAreAddedUpOrTheirMeanIsTaken) {
  const GameMeasure sum{.key = "sum", .text = "a sum", .value = bytes_and_seat};
  const GameMeasure mean{.key = "mean", .text = "a mean", .is_mean = true, .value = bytes_and_seat};
  const std::array own = {sum, mean};
  MatchResult result = result_of({1, 2});
  result.record = "12345";
  const std::vector<GameValues> games = {values_of(result, 0, {}, own), values_of(result, 1, {}, own)};
  EXPECT_EQ(measured_in(games, Measured(own[0])), 11);
  EXPECT_EQ(measured_in(games, Measured(own[1])), 5.5);
}

TEST(Grade, TheCriterionThatIsMetLeastDecides) {
  RubricItem rule;
  rule.points = 20;
  rule.criteria = {criterion(R"({"measure":"score","linear":{"from":0,"to":30}})"),
                   criterion(R"({"measure":"faults","at_most":0})")};
  std::vector<GameValues> games(1);
  games[0].score = 10;
  ScoredItem item;
  item.max_points = rule.points;
  grade(item, rule, games);
  EXPECT_EQ(item.points, 6.67) << "in hundredths";
  EXPECT_EQ(item.status, ItemStatus::partial);
  EXPECT_EQ(item.measured, "mean score 10, asked: nothing at 0, all at 30; faults 0, asked: at most 0");
  games[0].faults = 1;
  grade(item, rule, games);
  EXPECT_EQ(item.points, 0);
  EXPECT_EQ(item.status, ItemStatus::none);
  games[0] = GameValues{};
  games[0].score = 30;
  grade(item, rule, games);
  EXPECT_EQ(item.points, 20);
  EXPECT_EQ(item.status, ItemStatus::full);
}

TEST(Total, SumsAreExactAndTheBestIsTheGreatest) {
  std::vector<ScoredItem> items(3);
  items[0].points = 0.1;
  items[1].points = 0.2;
  items[2].points = 21;
  EXPECT_EQ(total_of(items, Rubric::Total::sum), 21.3);
  EXPECT_EQ(total_of(items, Rubric::Total::best), 21);
  items.pop_back();
  EXPECT_EQ(total_of(items, Rubric::Total::sum), 0.3)
      << "and not 0.30000000000000004: a threshold of 0.3 is met";
}

}  // namespace
}  // namespace referee::score
