#include "referee/series/series_decision.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/referee/series/summaries.h"

namespace referee {
namespace {

using comparison::Decision;
using comparison::MeanSprt;
using comparison::Sprt;
using test_support::a_summary;
using test_support::add_games;

const Sprt kSprt(Sprt::Spec{.elo0 = 0, .elo1 = 200});

/// Two wins of the first entrant, one win each, and so on: pairs that tell something.
void add_pairs(SeriesResults& results, std::int64_t first_pair, int pairs) {
  for (int pair = 0; pair < pairs; ++pair) {
    const bool even = pair % 4 == 0;
    add_games(results, 2 * (first_pair + pair) + 1,
              {{1, 0}, even ? std::vector<double>{0, 1} : std::vector<double>{1, 0}});
  }
}

TEST(SeriesDecision, DecidesOnceTheTestDoes) {
  SeriesResults results({"new", "old"}, SeriesPlan::pairs(1000));
  SeriesDecision decision(kSprt);
  for (int pair = 0; pair < 1000 && !decision.decided(); pair += 4) {
    add_pairs(results, pair, 4);
    decision.look_at(results);
  }
  EXPECT_EQ(decision.decision(), Decision::accept_h1);
  EXPECT_GT(decision.llr(), kSprt.upper());
  EXPECT_THAT(decision.text(results.names()),
              testing::HasSubstr("is better. (Test: Elo difference 200 accepted, 0 rejected.)"));
}

TEST(SeriesDecision, TakesPairsInTheOrderOfTheirNumbersHoweverTheyEnd) {
  SeriesResults results({"new", "old"}, SeriesPlan::pairs(1000));
  SeriesDecision decision(kSprt);
  add_pairs(results, 1, 400);  // all but the first pair
  decision.look_at(results);
  EXPECT_EQ(decision.groups(), 0);
  EXPECT_FALSE(decision.decided());
  add_pairs(results, 0, 1);
  decision.look_at(results);
  EXPECT_TRUE(decision.decided());
  SeriesResults again({"new", "old"}, SeriesPlan::pairs(1000));
  SeriesDecision one_by_one(kSprt);
  add_pairs(again, 0, 1);
  for (int pair = 1; pair <= 400; ++pair) {
    add_games(again, 2 * pair + 1,
              {{1, 0}, (pair - 1) % 4 == 0 ? std::vector<double>{0, 1} : std::vector<double>{1, 0}});
    one_by_one.look_at(again);
  }
  EXPECT_EQ(decision.groups(), one_by_one.groups());
  EXPECT_EQ(decision.llr(), one_by_one.llr());
}

// The first seat of the second game is the second entrant's: 2 points for two wins, 1 for a win on one seat.
TEST(SeriesDecision, APairIsScoredForTheFirstEntrantWhateverItsSeat) {
  SeriesResults results({"new", "old"}, SeriesPlan::pairs(100));
  add_games(results, 1, {{1, 0}, {1, 0}, {1, 0}, {1, 0}, {1, 0}, {0, 0}, {1, 0}, {0, 1}, {0, 1}, {0, 1}});
  SeriesDecision decision(kSprt);
  decision.look_at(results);
  EXPECT_EQ(decision.groups(), 5);
  EXPECT_DOUBLE_EQ(decision.llr(), kSprt.llr(comparison::PairCounts{{1, 0, 1, 1, 2}}));
}

// At larger tables the one who does better in the other's place has won the pair: 15 of 20 for 0, as games.
TEST(SeriesDecision, OfSubstitutionsIsThatOfGames) {
  SeriesResults results({"new", "old", "fill", "fill-2"}, SeriesPlan::substitution(3, 100).filled_from(2));
  SeriesDecision decision(Sprt(Sprt::Spec{.elo0 = 0, .elo1 = 20}));
  for (int pair = 0; pair < 20; ++pair) {
    const bool won = pair % 4 != 0;
    add_games(results, 2 * pair + 1, {{won ? 9.0 : 0.0, 0, 5, 1}, {0, won ? 0.0 : 9.0, 5, 1}});
  }
  decision.look_at(results);
  EXPECT_EQ(decision.groups(), 20);
  EXPECT_DOUBLE_EQ(decision.llr(),
                   Sprt(Sprt::Spec{.elo0 = 0, .elo1 = 20}).llr(comparison::GameCounts{15, 0, 5}));
}

TEST(SeriesDecision, PairsThatRepeatOneAnotherDecideNothing) {
  SeriesResults results({"new", "old"}, SeriesPlan::pairs(5000));
  for (std::int64_t number = 1; number <= 10000; ++number) {
    const PlannedGame game = results.plan().game(number);
    results.add(a_summary(game, game.seating[0] == 0 ? std::vector<double>{1, 0} : std::vector<double>{0, 1},
                          number % 2 == 0 ? "even" : "odd"));
  }
  SeriesDecision decision(kSprt);
  decision.look_at(results);
  EXPECT_FALSE(decision.decided());
  EXPECT_TRUE(decision.hopeless());
  EXPECT_EQ(decision.groups(), 1 + SeriesDecision::kMostRepeats);
  EXPECT_THAT(decision.text(results.names()), testing::HasSubstr("pairs repeat earlier ones move for move"));
}

TEST(SeriesDecision, OfOneSeatIsAboutTheMeanDifference) {
  SeriesResults results({"new", "old"}, SeriesPlan::same_instances(2, 1000));
  SeriesDecision decision(MeanSprt(MeanSprt::Spec{.delta = 5}));
  for (int instance = 0; instance < 1000 && !decision.decided(); ++instance) {
    const double noise = instance % 7;
    add_games(results, 2 * instance + 1, {{10 + noise, 8}, {10 + noise, 8}});
    decision.look_at(results);
  }
  EXPECT_EQ(decision.decision(), Decision::accept_h1);
  EXPECT_THAT(decision.text(results.names()),
              testing::HasSubstr("is better. (Test: mean difference 5 accepted, 0 rejected.)"));
}

}  // namespace
}  // namespace referee
