#include "referee/series/series_data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "referee/series/series_text.h"
#include "tests/referee/series/summaries.h"

namespace referee {
namespace {

using nlohmann::json;
using test_support::a_summary;
using test_support::add_games;
using testing::HasSubstr;

/// At a table of four, in 32 games: new is one place before old in most of them.
SeriesResults at_four_seats() {
  SeriesResults results({"new", "old", "fill", "fill-2"}, SeriesPlan::rotating(4, 32).filled_from(2));
  for (int game = 0; game < 32; ++game) {
    const double better = game % 12 == 0 ? 0 : 1;
    const double fill = game % 2 == 0 ? 4 : 0;
    add_games(results, game + 1, {{2 + better, 3 - better, fill, fill + 1}});
  }
  return results;
}

// "Differences with interval and likelihood between all bots of a series ... the others the same program,
// rated as one"
TEST(SeriesJson, HasTheDifferencesOfLargerTables) {
  const SeriesResults results = at_four_seats();
  const json data = series_json(results, {}, SeriesEnd::played, {});
  ASSERT_EQ(data["ratings"].size(), 3U);
  ASSERT_EQ(data["differences"].size(), 3U);
  const json& difference = data["differences"][0];
  EXPECT_EQ(difference["bot"], "new");
  EXPECT_EQ(difference["against"], "old");
  EXPECT_GT(difference["elo"]["low"], 0);
  EXPECT_GT(difference["likelihood_of_superiority"], 0.98);
  EXPECT_THAT(series_text(results, {}), HasSubstr("Elo difference"));
}

TEST(SeriesJson, HasTheTestWithItsParametersAndWhyItEnded) {
  SeriesResults results({"new", "old"}, SeriesPlan::pairs(10));
  add_games(results, 1, {{1, 0}, {1, 0}});
  const SeriesDecision decision(comparison::Sprt(
      {.elo0 = 0, .elo1 = 20, .alpha = 0.05, .beta = 0.1, .model = comparison::Sprt::Model::logistic}));
  const json data = series_json(results, decision, SeriesEnd::stopped, {std::string(64, 'a'), ""});
  EXPECT_EQ(data["version"], 1);
  EXPECT_EQ(data["ended"], "stopped");
  EXPECT_EQ(data["bots"][0]["sha256"], std::string(64, 'a'));
  EXPECT_EQ(data["bots"][1]["sha256"], nullptr);
  const json& test = data["test"];
  EXPECT_EQ(test["model"], "logistic");
  EXPECT_EQ(test["elo0"], 0);
  EXPECT_EQ(test["elo1"], 20);
  EXPECT_EQ(test["alpha"], 0.05);
  EXPECT_EQ(test["beta"], 0.1);
  EXPECT_NEAR(test["lower"], std::log(0.1 / 0.95), 1e-12);
  EXPECT_NEAR(test["upper"], std::log(0.9 / 0.05), 1e-12);
}

TEST(SeriesText, SaysHowItStandsInBetween) {
  SeriesResults results({"new", "old"}, SeriesPlan::pairs(10));
  const SeriesDecision decision(comparison::Sprt({.elo0 = 0, .elo1 = 20}));
  EXPECT_EQ(interim_text(results, {}), "");
  add_games(results, 1, {{1, 0}, {1, 0}, {1, 0}, {0, 1}});
  EXPECT_THAT(interim_text(results, {}), testing::StartsWith("75.0 %, Elo +190.8 ("));
  EXPECT_THAT(interim_text(results, decision), testing::EndsWith(", LLR 0.00 (-2.94 to 2.94)"));
}

// "in gauntlets each challenger's total, and paired differences between challengers on the same seeds"
TEST(SeriesText, OfAGauntletHasTotalsAndDifferences) {
  SeriesResults results({"one", "two", "x", "y"}, SeriesPlan::gauntlet(2, 2, SeriesPlan::Meeting::pairs, 1));
  const std::vector<double> zero{5, 0, 1, 1};
  const std::vector<double> one{0, 5, 1, 1};
  const std::vector<double> none{0, 0, 1, 1};
  add_games(results, 1, {zero, zero, one, none, zero, none, none, one});
  const std::string text = series_text(results, {});
  EXPECT_THAT(text, HasSubstr("all of them"));
  EXPECT_THAT(text, HasSubstr("one against two on 2 meetings: better on 1, worse on 0, equal on 1"));
  const json data = series_json(results, {}, SeriesEnd::played, {});
  ASSERT_EQ(data["challengers"].size(), 1U);
  EXPECT_EQ(data["challengers"][0]["better"], 1);
  EXPECT_EQ(data["challengers"][0]["mean_difference"]["estimate"], 0.25);
}

TEST(SeriesJson, HasWhatTheGamesOfEachOpeningHaveComeTo) {
  SeriesResults results({"new", "old"}, SeriesPlan::pairs(10));
  add_games(results, 1, {{1, 0}, {1, 0}, {0, 1}, {0.5, 0.5}});
  results.add(a_summary(results.plan().game(5), {0, 1}, "1"));  // pair 3 has the first opening again
  const json data = openings_json(results, 2);
  ASSERT_EQ(data.size(), 2U);
  EXPECT_EQ(data[0], json::parse(R"({"opening":1,"games":3,"different_games":2,
      "first_seat":{"games":3,"points":1.0},"bots":[{"bot":"new","games":3,"points":2.0}]})"));
  EXPECT_EQ(data[1], json::parse(R"({"opening":2,"games":2,"different_games":2,
      "first_seat":{"games":2,"points":0.5},"bots":[{"bot":"new","games":2,"points":0.5}]})"));
  EXPECT_EQ(openings_text(results, 2),
            "points by opening\n"
            "  opening  games  different  first seat     new\n"
            "        1      3          2      33.3 %  66.7 %\n"
            "        2      2          2      25.0 %  25.0 %\n");
  EXPECT_THAT(openings_text(results, 102), HasSubstr("2 more openings: --json has all\n"));
  EXPECT_EQ(openings_json(results, 102).size(), 102U);
}

TEST(SeriesText, SaysThatRatingsAreNotExact) {
  const SeriesRatings exact{.of = {{0, {12, 3, 21}}}};
  EXPECT_EQ(ratings_table(exact, {"new"}), "  bot  Elo  95 % interval\n  new   12        3 to 21\n");
  const SeriesRatings not_exact{.of = exact.of, .converged = false};
  EXPECT_THAT(ratings_table(not_exact, {"new"}),
              testing::EndsWith(std::string(rating::kNotConverged) + "\n"));
  EXPECT_EQ(series_json(at_four_seats(), {}, SeriesEnd::played, {})["ratings_converged"], true);
}

}  // namespace
}  // namespace referee
