#include "referee/pages/tournament_data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/pages/entrant_page.h"
#include "referee/pages/tournament_page.h"
#include "tests/referee/pages/begun_store.h"
#include "tests/referee/pages/told.h"

namespace referee::pages {
namespace {

using Json = nlohmann::json;
using test_support::told_tournament;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const std::vector<std::string> kFour{"ada", "bob", "carol", "dora"};

/// A round robin of single games of which the entrant with the lower number wins each, but for that of the
/// last two, which `last_two` decides. With `exchanged` dora has played all of carol's games, and carol all
/// of dora's. The first two places are shown.
StoreContent places_shown(const std::vector<double>& last_two = {9, 7}, bool exchanged = false) {
  StoreContent stored =
      test_support::begun_store("walls", {{"kind", "round_robin"}, {"best_of", 1}}, kFour, {7});
  const std::vector<std::vector<std::vector<Entrant>>> rounds{
      {{0, 3}, {1, 2}}, {{0, 2}, {1, 3}}, {{0, 1}, {2, 3}}};
  for (const auto& tables : rounds) {
    const int round = static_cast<int>(stored.rounds.size()) + 1;
    std::vector<Encounter> encounters;
    for (const std::vector<Entrant>& table : tables) {
      std::vector<Entrant> entrants = table;
      for (Entrant& entrant : entrants) {
        entrant = exchanged && entrant >= 2 ? 5 - entrant : entrant;
      }
      Encounter met = histories::encounter(entrants);
      met.round = round;
      met.table = static_cast<int>(encounters.size()) + 1;
      const bool is_last = table == std::vector<Entrant>{2, 3};
      stored.games.push_back(test_support::played_attempt({round, met.table, 1},
                                                          is_last ? last_two : std::vector<double>{9, 7}));
      encounters.push_back(std::move(met));
    }
    stored.rounds.push_back({round, encounters_json(encounters)});
  }
  stored.meta[meta_key::kShownPlaces] = "2";
  return stored;
}

StoreContent with_own_matches(StoreContent stored) {
  stored.meta[meta_key::kShownMatches] = "own";
  return stored;
}

std::vector<Entrant> entrants_in(const Json& rows) {
  std::vector<Entrant> entrants;
  for (const Json& row : rows) {
    entrants.push_back(row.at("entrant").get<Entrant>());
  }
  return entrants;
}

/// All that spectators can get of a tournament's standings, as text.
std::string told_of(const StoreContent& stored) {
  const TournamentSnapshot snapshot(stored, {});
  std::string all = tournament_data(snapshot) + tournament_page(snapshot, {.title = "", .source = "server"}) +
                    tournament_page(snapshot, {.title = "", .source = "files"});
  const EntrantPages pages(snapshot);
  for (Entrant entrant = 0; entrant < pages.size(); ++entrant) {
    all += pages.body_html(entrant, PageLinks::served());
  }
  return all;
}

TEST(TournamentData, HasNoPlaceBehindTheLastOneThatIsShown) {
  const Json data = told_tournament(TournamentSnapshot(places_shown(), {}));
  EXPECT_EQ(data.at("places"), 2);
  EXPECT_THAT(entrants_in(data.at("standings")), ElementsAre(0, 1));
  EXPECT_THAT(entrants_in(data.at("crosstable").at("rows")), ElementsAre(0, 1));
  EXPECT_THAT(data.at("crosstable").at("columns"), ElementsAre("1", "2"));
  EXPECT_THAT(entrants_in(data.at("chart").at("lines")), ElementsAre(0, 1));
  EXPECT_THAT(data.at("standings")[0].at("explain"), IsEmpty()) << "it has the points of opponents";
  EXPECT_EQ(data.at("rounds")[2].at("tables")[1].at("points"), Json({"1", "0"})) << "results are shown";
  EXPECT_EQ(data.at("entrants").size(), 4U);
}

TEST(TournamentData, WithoutTheKeyHasAllPlaces) {
  StoreContent stored = places_shown();
  stored.meta.erase(meta_key::kShownPlaces);
  const Json data = told_tournament(TournamentSnapshot(stored, {}));
  EXPECT_FALSE(data.contains("places"));
  EXPECT_EQ(data.at("standings").size(), 4U);
  EXPECT_THAT(data.at("standings")[0].at("explain"), Not(IsEmpty()));
}

TEST(TournamentData, ListsAllEntrantsBeforeTheFirstResult) {
  StoreContent stored = places_shown();
  stored.games.clear();
  EXPECT_EQ(told_tournament(TournamentSnapshot(stored, {})).at("standings").size(), 4U);
}

TEST(TournamentData, ShowsAllWhoShareTheLastPlace) {
  StoreContent stored = places_shown({8, 8});
  stored.meta[meta_key::kShownPlaces] = "3";
  EXPECT_THAT(entrants_in(told_tournament(TournamentSnapshot(stored, {})).at("standings")),
              ElementsAre(0, 1, 2, 3));
}

TEST(TournamentData, SaysNotThatAnEntrantCameFromALaterPlace) {
  StoreContent stored = places_shown();
  stored.rounds.resize(2);
  stored.games.resize(4);
  stored.games[0] = test_support::played_attempt({1, 1, 1}, {7, 9});  // dora beats ada,
  stored.games[3] =
      test_support::played_attempt({2, 2, 1}, {7, 9});  // and bob, who shares place 2 with ada then
  const auto movement_of_ada = [&] {
    const Json data = told_tournament(TournamentSnapshot(stored, {}));
    EXPECT_THAT(entrants_in(data.at("standings")), testing::Contains(Entrant{0}));
    return data.at("standings")[1].at("movement");
  };
  EXPECT_EQ(movement_of_ada(), 0);
  stored.meta.erase(meta_key::kShownPlaces);
  EXPECT_EQ(movement_of_ada(), 1);
}

TEST(TournamentPage, ShowsNoPlaceBehindTheLastOneThatIsShown) {
  const TournamentSnapshot snapshot(places_shown(), {});
  const std::string page = tournament_page(snapshot, {.title = "", .source = "server"});
  EXPECT_THAT(page, HasSubstr("Only places 1 to 2 are shown."));
  const std::string standings =
      page.substr(page.find("id=\"standings\""), page.find("id=\"chart\"") - page.find("id=\"standings\""));
  EXPECT_THAT(standings, HasSubstr("bob"));
  EXPECT_THAT(standings, Not(HasSubstr("carol")));
}

/// Who of the two later ones is ahead makes no difference to anything that spectators get.
TEST(TournamentData, WithOwnMatchesAloneTellsNothingOfLaterPlaces) {
  EXPECT_NE(told_of(places_shown({9, 7})), told_of(places_shown({9, 7}, true))) << "results are shown";
  EXPECT_EQ(told_of(with_own_matches(places_shown({9, 7}))),
            told_of(with_own_matches(places_shown({9, 7}, true))));
  const Json data = told_tournament(TournamentSnapshot(with_own_matches(places_shown()), {}));
  EXPECT_THAT(entrants_in(data.at("standings")), ElementsAre(0, 1));
  EXPECT_TRUE(data.at("crosstable").is_null());
  for (const Json& round : data.at("rounds")) {
    EXPECT_THAT(round.at("tables"), IsEmpty());
  }
  StoreContent stored = places_shown();
  stored.games.back().status = StoredAttempt::Status::running;
  EXPECT_EQ(told_tournament(TournamentSnapshot(stored, {.live = true})).at("running").size(), 1U);
  stored = with_own_matches(std::move(stored));
  EXPECT_THAT(told_tournament(TournamentSnapshot(stored, {.live = true})).at("running"), IsEmpty());
}

/// places_shown() in which bob is a staff bot.
StoreContent with_staff() {
  StoreContent stored = places_shown();
  stored.meta.erase(meta_key::kShownPlaces);
  PairingRequests requests;
  requests.staff = {"bob"};
  stored.meta[meta_key::kRequests] = requests.json();
  return stored;
}

// Tournaments 10.5
TEST(TournamentData, HasStaffBotsAsLines) {
  const TournamentSnapshot snapshot(with_staff(), {});
  const Json rows = told_tournament(snapshot).at("standings");
  EXPECT_THAT(entrants_in(rows), ElementsAre(0, 1, 2, 3));
  EXPECT_EQ(rows[1].at("staff"), true);
  EXPECT_EQ(rows[1].at("ranked"), false);
  EXPECT_TRUE(rows[1].at("movement").is_null());
  EXPECT_FALSE(rows[0].contains("staff"));
  EXPECT_EQ(rows[2].at("rank"), 2);
  const EntrantPages pages(snapshot);
  EXPECT_THAT(pages.body_html(0, PageLinks::served()),
              HasSubstr("rank 1 of 3 &middot; better than <bdi>bob</bdi>"));
  EXPECT_THAT(pages.body_html(1, PageLinks::served()), HasSubstr("staff bot, without a place"));
}

// Tournaments 10.5
TEST(TournamentData, RevealsNoStaffBot) {
  StoreContent stored = with_staff();
  stored.meta[meta_key::kFinished] = "2026-11-20T08:00:00.000Z";
  stored.meta[meta_key::kFreezeRounds] = "1";
  stored.meta[meta_key::kRevealedFrom] = "1";
  const Json reveal = told_tournament(TournamentSnapshot(stored, {})).at("reveal");
  EXPECT_THAT(entrants_in(reveal.at("places")), ElementsAre(0, 2, 3));
  EXPECT_EQ(reveal.at("entrants"), 3);
}

TEST(EntrantPages, OfALaterPlaceHaveResultsButNoPlacePointsAndCurve) {
  const TournamentSnapshot snapshot(places_shown(), {});
  const EntrantPages pages(snapshot);
  EXPECT_THAT(pages.body_html(1, PageLinks::served()), HasSubstr("rank 2 of 4 &middot; Points 2"));
  const std::string carol = pages.body_html(2, PageLinks::served());
  EXPECT_THAT(carol, Not(HasSubstr("rank")));
  EXPECT_THAT(carol, Not(HasSubstr("Points 1")));
  EXPECT_THAT(carol, Not(HasSubstr("class=\"curve\"")));
  EXPECT_THAT(carol, HasSubstr("r3t2g1"));
}

}  // namespace
}  // namespace referee::pages
