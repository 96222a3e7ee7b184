#include "referee/tournament/formats/double_elimination/final_stage.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "referee/tournament/formats/format_table.h"
#include "tests/referee/tournament/simulated_tournament.h"
#include "tests/support/complaint.h"

// Tests name paragraphs of referee/tournament/RULES.md.
namespace referee {
namespace {

using fields::Json;
using test::SimulatedTournament;
using testing::ElementsAre;
using testing::HasSubstr;

using Format = std::shared_ptr<const TournamentFormat>;

Json swiss(Json final) {
  return {{"kind", "swiss"}, {"rounds", 3}, {"best_of", 2}, {"final", std::move(final)}};
}
Json of_top(int top) { return {{"kind", "double_elimination"}, {"top", top}}; }
Format final_format_of(const Json& keys, std::size_t seats = 2) {
  return read_format(keys, "format", {seats, 1});
}

std::string final_refusal(const Json& final, std::size_t seats = 2) {
  return test_support::complaint<fields::Exception>([&] { final_format_of(swiss(final), seats); });
}

/// The entrants of a round, in the order of tables.
std::vector<Entrant> entrants_of(const std::vector<Encounter>& encounters) {
  std::vector<Entrant> entrants;
  for (const Encounter& encounter : encounters) {
    entrants.insert(entrants.end(), encounter.entrants.begin(), encounter.entrants.end());
  }
  return entrants;
}

/// A tournament after its Swiss rounds, which are decided at random.
SimulatedTournament after_the_swiss(const TournamentFormat& format, std::size_t entrants) {
  SimulatedTournament tournament(format.encounter_rules(), entrants, 7);
  for (int round = 0; round < 3; ++round) {
    tournament.play(format.pairing_system(1)->pair(tournament.history()));
  }
  return tournament;
}

void play_out(const TournamentFormat& format, SimulatedTournament& tournament) {
  const auto pairing = format.pairing_system(1);
  for (auto round = pairing->pair(tournament.history()); !round.empty();
       round = pairing->pair(tournament.history())) {
    tournament.play(round);
  }
}

// Tournaments 12.1: its keys.
TEST(FinalStage, IsAKeyOfTheFormat) {
  const Format format = final_format_of(swiss(of_top(4)));
  EXPECT_EQ(format->json()["final"].dump(),
            R"({"best_of":2,"best_of_final":2,"best_of_lower":2,"kind":"double_elimination","top":4})");
  EXPECT_EQ(final_format_of(format->json())->json(), format->json());
  EXPECT_EQ(format->text(),
            "swiss, 3 rounds, tables of 2, best of 2; then double_elimination of the first 4, best of 2");
  EXPECT_EQ(final_format_of(swiss(nullptr))->text(), "swiss, 3 rounds, tables of 2, best of 2");
  EXPECT_EQ(format->pairing_system(0)->rounds(9), 3 + 5);
  EXPECT_EQ(format->pairing_system(0)->rounds(2), 3 + 3);
  EXPECT_EQ(format->planned_rounds(9).size(), 1U + 5);
  EXPECT_EQ(format->traits().bye_rounds, 3) << "byes are for the rounds of the Swiss";
  EXPECT_EQ(final_format_of(swiss(of_top(4)), 1)->encounter_rules().seats, 2U) << "duels";
}

TEST(FinalStage, WrongKeysAreRefused) {
  EXPECT_EQ(final_refusal(5), "format.final: got 5, expected an object");
  EXPECT_EQ(final_refusal({{"top", 4}}), "format.final.kind: missing, expected \"double_elimination\"");
  EXPECT_THAT(final_refusal({{"kind", "swiss"}, {"top", 4}}),
              HasSubstr("format.final.kind: got \"swiss\", expected"));
  EXPECT_THAT(final_refusal({{"kind", "double_elimination"}}),
              HasSubstr("format.final.top: missing, expected"));
  EXPECT_EQ(final_refusal(of_top(1)), "format.final.top: got 1, expected an integer from 2 to 1000");
  Json unknown = of_top(4);
  unknown["rounds"] = 4;
  EXPECT_THAT(final_refusal(unknown), HasSubstr("format.final.rounds: got 4, expected one of the keys"));
  EXPECT_THAT(final_refusal(of_top(4), 4),
              HasSubstr("expected none: a final is for tables of two, and these have 4"));
}

// Tournaments 12.1: the first ones of the Swiss that are not withdrawn, in the order of the standings.
TEST(FinalStage, TheFirstOfTheSwissAreSeededAsTheyStand) {
  const Format format = final_format_of(swiss(of_top(4)));
  SimulatedTournament tournament = after_the_swiss(*format, 9);
  const auto rows = format->standings(tournament.history());
  tournament.set_withdrawn(rows[1].entrant, true);
  const auto round = format->pairing_system(1)->pair(tournament.history());
  EXPECT_THAT(entrants_of(round),
              ElementsAre(rows[0].entrant, rows[4].entrant, rows[2].entrant, rows[3].entrant));
  EXPECT_EQ(round[0].round, 4);
  EXPECT_EQ(round[0].stage, 1);
  const Format of_all = final_format_of(swiss(of_top(100)));
  EXPECT_EQ(entrants_of(of_all->pairing_system(1)->pair(tournament.history())).size(), 8U);
}

// Tournaments 12.2: finalists by the bracket, the others by the Swiss.
TEST(FinalStage, FinalistsStandBeforeTheOthers) {
  const Format format = final_format_of(swiss(of_top(4)));
  SimulatedTournament tournament = after_the_swiss(*format, 9);
  const auto swiss_rows = format->standings(tournament.history());
  play_out(*format, tournament);
  const auto rows = format->standings(tournament.history());
  ASSERT_EQ(rows.size(), 9U);
  EXPECT_THAT(rows[0].bracket->reached, testing::StartsWith("won the "));
  const StandingsColumn place = format->layout().place_column(rows);
  EXPECT_EQ(place.named_text(rows[0]), rows[0].bracket->reached) << "and not the points of the Swiss";
  EXPECT_EQ(place.text(rows[4]), "Points " + rows[4].points.text());
  EXPECT_EQ(format->layout().place_column(swiss_rows).text(swiss_rows[4]), swiss_rows[4].points.text());
  EXPECT_TRUE(rows[3].bracket);
  EXPECT_EQ(rows[3].rank, 4);
  for (std::size_t i = 4; i < 9; ++i) {
    EXPECT_FALSE(rows[i].bracket);
    EXPECT_EQ(rows[i].entrant, swiss_rows[i].entrant);
    EXPECT_EQ(rows[i].rank, swiss_rows[i].rank);
  }
  for (const StandingsRow& row : rows) {
    const auto before = std::ranges::find(swiss_rows, row.entrant, &StandingsRow::entrant);
    EXPECT_EQ(row.points, before->points) << "of the Swiss";
    EXPECT_EQ(row.tie_breaks, before->tie_breaks);
    EXPECT_EQ(row.games > before->games, row.bracket.has_value()) << "all that were played";
  }
  EXPECT_EQ(format->rounds_for_points(tournament.history()), 3U);
}

// Tournaments 12.3: results of the Swiss stand once the final is paired.
TEST(FinalStage, ResultsOfTheSwissStandOnceTheFinalIsPaired) {
  const Format format = final_format_of(swiss(of_top(4)));
  SimulatedTournament tournament = after_the_swiss(*format, 9);
  EXPECT_EQ(format->why_result_stands(tournament.history(), {1, 1, 1}), "");
  tournament.play(format->pairing_system(1)->pair(tournament.history()));
  EXPECT_EQ(format->why_result_stands(tournament.history(), {1, 1, 1}),
            "the final has been paired by the standings");
  EXPECT_EQ(format->why_result_stands(tournament.history(), {4, 1, 1}), "");
  tournament.play(format->pairing_system(1)->pair(tournament.history()));
  EXPECT_EQ(format->why_result_stands(tournament.history(), {4, 1, 1}),
            "matches that depend on its result have been paired");
}

// Tournaments 12.3: who enters once the final has begun is last.
TEST(FinalStage, WhoEntersLateIsLast) {
  const Format format = final_format_of(swiss(of_top(4)));
  SimulatedTournament tournament = after_the_swiss(*format, 6);
  tournament.play(format->pairing_system(1)->pair(tournament.history()));
  tournament.enter();
  play_out(*format, tournament);
  const auto rows = format->standings(tournament.history());
  EXPECT_EQ(rows.back().entrant, 6U);
  EXPECT_EQ(rows.back().games, 0);
}

}  // namespace
}  // namespace referee
