#include "referee/pages/entrant_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "referee/pages/prize_giving.h"
#include "tests/referee/pages/begun_store.h"
#include "tests/referee/pages/told.h"

namespace referee::pages {
namespace {

using Json = nlohmann::json;
using test_support::begun_store;
using test_support::played_attempt;
using test_support::told_tournament;
using testing::HasSubstr;
using testing::Not;

constexpr std::int64_t kStart = 1'800'000'000;  // 2027-01-15 08:00

/// A ladder of Walls on which ada has beaten bob twice, and bob the house bot.
StoreContent ladder() {
  StoreContent stored = begun_store("walls", {{"kind", "ladder"}}, {"ada", "bob"});
  stored.meta[meta_key::kName] = "Ladder <1>";
  LadderTable table(2);
  const auto play = [&](std::vector<Entrant> entrants, std::vector<double> scores,
                        std::optional<double> house) {
    const int number = table.next();
    LadderGame result{histories::game(1, std::move(scores))};
    result.entrants = std::move(entrants);
    result.house = house;
    result.ended = "2027-01-15T09:30:00.000Z";
    table.add(number, result, kStart);
    const MatchPlace place{1, number, 1};
    stored.games.push_back(
        {place.id(), 1, number, 1, 1, StoredAttempt::Status::done, game_result_json(result)});
  };
  play({0, 1}, {1, 0}, {});
  play({1, 0}, {0, 1}, {});
  play({1}, {3}, 1);
  table.estimate(kStart);
  stored.meta[meta_key::kLadder] = table.json();
  return stored;
}

TEST(EntrantPages, TellVersionsOpponentsEarlierValuesAndMatches) {
  const TournamentSnapshot snapshot(ladder(), {});
  const EntrantPages pages(snapshot);
  EXPECT_EQ(pages.size(), 2U);
  EXPECT_EQ(pages.title(1), "bob: Ladder <1>");
  const std::string bob = pages.body_html(1, PageLinks::served());
  EXPECT_THAT(bob, HasSubstr("Ladder &lt;1&gt; &middot; rank 2 of 2 &middot; Elo "));
  EXPECT_THAT(bob, HasSubstr("3 games &middot; provisional"));
  EXPECT_THAT(bob, HasSubstr("2027-01-15 08:00")) << "since when the version plays";
  EXPECT_THAT(bob, HasSubstr("<a href=\"../entrants/1\"><bdi>ada</bdi></a>"));
  EXPECT_THAT(bob, HasSubstr("0-0-2"));
  EXPECT_THAT(bob, HasSubstr("<bdi>house</bdi>"));
  EXPECT_THAT(bob, HasSubstr("1-0-0"));
  EXPECT_THAT(
      bob, HasSubstr("<a href=\"../matches/r1t3g1\">Game 3</a></th><td class=\"text\"><bdi>house</bdi></td>"
                     "<td class=\"text\">won</td><td class=\"text\">3 : 1</td>"));
  EXPECT_THAT(bob, HasSubstr("<a href=\"../\">Tournament</a>"));
  const std::string ada = pages.body_html(0, PageLinks::files());
  EXPECT_THAT(ada, HasSubstr("<a href=\"../entrants/2.html\">"));
  EXPECT_THAT(ada, HasSubstr("<a href=\"../index.html\">"));
  EXPECT_THAT(ada, Not(HasSubstr("r1t3g1"))) << "not her match";
}

TEST(EntrantPages, OfALadderTellNoRatingOfALaterPlace) {
  StoreContent stored = ladder();
  stored.meta[meta_key::kShownPlaces] = "1";
  const TournamentSnapshot snapshot(std::move(stored), {});
  const EntrantPages pages(snapshot);
  const std::string bob = pages.body_html(1, PageLinks::served());
  EXPECT_THAT(bob, Not(HasSubstr("rank")));
  EXPECT_THAT(bob, Not(HasSubstr("Submissions")));
  EXPECT_THAT(bob, Not(HasSubstr("Earlier values")));
  EXPECT_THAT(bob, HasSubstr("r1t3g1"));
  const std::string ada = pages.body_html(0, PageLinks::served());
  EXPECT_THAT(ada, HasSubstr("rank 1 of 2"));
  EXPECT_THAT(ada, HasSubstr("<bdi>bob</bdi></a></th><td>-</td><td>2-0-0</td>"));
}

TEST(Podium, OfALadderThatIsClosedLeadsToGamesAndEntrants) {
  StoreContent stored = ladder();
  stored.meta[meta_key::kFinished] = "2027-01-15T10:00:00.000Z";
  const TournamentSnapshot snapshot(std::move(stored), {});
  const std::string html = html::sections_html(prize_giving(snapshot, shown_page(snapshot, ".html")));
  EXPECT_THAT(
      html, HasSubstr("<a href=\"entrants/1.html\"><bdi>ada</bdi></a></strong><span class=\"result\">Elo "));
  EXPECT_THAT(html, HasSubstr("href=\"matches/r1t1g1.html\">Best game: <bdi>1 : 0 against bob</bdi>"));
  EXPECT_THAT(html, HasSubstr("href=\"matches/r1t3g1.html\"")) << "bob has beaten the house bot";
}

TEST(TournamentData, HasTheCurvesOfALadder) {
  StoreContent stored = ladder();
  stored.meta[meta_key::kShownTurn] = "250";
  const TournamentSnapshot snapshot(std::move(stored), {});
  const Json data = told_tournament(snapshot);
  EXPECT_EQ(data.at("show"), Json({{"turn_ms", 250}}));
  EXPECT_EQ(data.at("curves").at("kind"), "elo");
  const Json& first = data.at("curves").at("lines").at(0);
  EXPECT_EQ(first.at("entrant"), 0) << "the best one first";
  ASSERT_EQ(first.at("points").size(), 1U);
  EXPECT_EQ(first.at("points")[0][0], kStart);
  EXPECT_GT(first.at("points")[0][1], 0);
}

TEST(EntrantPages, OneThatHasNotPlayedHasAPageToo) {
  StoreContent stored = ladder();
  stored.games.clear();
  stored.meta.erase(meta_key::kLadder);
  const TournamentSnapshot snapshot(std::move(stored), {});
  const std::string page = EntrantPages(snapshot).body_html(0, PageLinks::served());
  EXPECT_THAT(page, HasSubstr("No game yet."));
  EXPECT_THAT(page, Not(HasSubstr("rank")));
}

/// A Swiss of three rounds of Walls: in each ada meets bob, and carol has a bye. ada wins the first two games
/// of each round, two of three.
StoreContent swiss_with_results(const Json& freeze = nullptr) {
  StoreContent stored = begun_store("walls", {{"kind", "swiss"}, {"rounds", 3}, {"table", 2}, {"best_of", 3}},
                                    {"ada", "bob", "carol"});
  for (StoredEntrant& entrant : stored.entrants) {
    entrant.display = "Student " + entrant.name;
  }
  for (int round = 1; round <= 3; ++round) {
    Encounter met = histories::encounter({0, 1});
    Encounter bye = histories::encounter({2}, Encounter::Kind::bye);
    met.round = bye.round = round;
    bye.table = 2;
    stored.rounds.push_back({round, encounters_json({met, bye})});
    for (int number = 1; number <= 2; ++number) {
      GameResult result = histories::game(number, {2, 0});
      result.ended = "2027-01-15T09:30:00.000Z";
      result.tallies[1].turns = 4;
      result.tallies[1].by_verdict[1] = 3;  // late
      result.tallies[1].used = Microseconds(8000);
      const MatchPlace place{round, 1, number};
      stored.games.push_back(
          {place.id(), round, 1, number, 1, StoredAttempt::Status::done, game_result_json(result)});
    }
  }
  if (!freeze.is_null()) {
    stored.meta[meta_key::kFreezeRounds] = freeze.dump();
  }
  return stored;
}

TEST(EntrantPages, OfATournamentWithRoundsTellPointsOpponentsAndResults) {
  const TournamentSnapshot snapshot(swiss_with_results(), {});
  const std::string bob = EntrantPages(snapshot).body_html(1, PageLinks::files());
  EXPECT_THAT(bob, HasSubstr("rank 3 of 3 &middot; Points 0"));
  EXPECT_THAT(bob, HasSubstr("<polyline class=\"curve\""));
  EXPECT_THAT(bob, HasSubstr("<a href=\"../entrants/1.html\"><bdi>ada</bdi></a>"));
  EXPECT_THAT(bob, HasSubstr("0 : 1")) << "points of an encounter";
  EXPECT_THAT(bob, HasSubstr("<a href=\"../matches/r3t1g2.html\">2 lost</a>"));
  EXPECT_THAT(bob, HasSubstr("title=\"late 6\"")) << "faults of both games";
  EXPECT_THAT(bob, HasSubstr("0-0-6")) << "games against ada";
  const std::string carol = EntrantPages(snapshot).body_html(2, PageLinks::served());
  EXPECT_THAT(carol, HasSubstr("bye"));
  EXPECT_THAT(carol, Not(HasSubstr("Opponents")));
}

TEST(EntrantPages, TellNothingOfRoundsWhoseResultsAreHidden) {
  const TournamentSnapshot snapshot(swiss_with_results(1), {});
  const std::string bob = EntrantPages(snapshot).body_html(1, PageLinks::served());
  EXPECT_THAT(bob, HasSubstr("r2t1g1"));
  EXPECT_THAT(bob, Not(HasSubstr("r3t1g1")));
  EXPECT_THAT(bob, HasSubstr("0-0-4"));
}

TEST(EntrantPages, TellWhyAnEntrantIsWithdrawnAndWhatIsCancelled) {
  StoreContent stored = swiss_with_results();
  stored.entrants[1].withdrawn = "has gone <home>";
  stored.games.back().status = StoredAttempt::Status::struck;
  const TournamentSnapshot snapshot(std::move(stored), {});
  const std::string bob = EntrantPages(snapshot).body_html(1, PageLinks::served());
  EXPECT_THAT(bob, HasSubstr("withdrawn: <bdi>has gone &lt;home&gt;</bdi>"));
  EXPECT_THAT(bob, HasSubstr("1 lost</a>, 1 cancelled"));
  StoreContent hidden = swiss_with_results(1);
  hidden.entrants[1].withdrawn = "has gone";
  const TournamentSnapshot frozen(std::move(hidden), {});
  EXPECT_THAT(EntrantPages(frozen).body_html(1, PageLinks::served()), Not(HasSubstr("has gone")));
}

TEST(EntrantPages, HaveTheNamesThatAreShown) {
  PageTerms terms;
  terms.names = WebSpec::Names::display;
  const TournamentSnapshot shown(swiss_with_results(), terms);
  const std::string page = EntrantPages(shown).body_html(1, PageLinks::served());
  EXPECT_THAT(page, HasSubstr("<bdi>Student bob</bdi>"));
  EXPECT_THAT(page, HasSubstr("<bdi>Student ada</bdi>"));
  const TournamentSnapshot hidden(swiss_with_results(), {});
  EXPECT_THAT(EntrantPages(hidden).body_html(1, PageLinks::served()), Not(HasSubstr("Student")));
}

TEST(EntrantPages, OneOfAFieldHasItsScoresAndNoOpponents) {
  StoreContent stored = begun_store("superball", {{"kind", "field"}}, {"ada", "bob", "carol"}, {7, 7});
  for (int round = 1; round <= 2; ++round) {
    stored.rounds.push_back(
        {round, encounters_json({{.round = round, .table = 1, .entrants = {0}, .instance = round}})});
    stored.games.push_back(played_attempt({round, 1, 1}, {round * 10.0}));
  }
  const TournamentSnapshot snapshot(std::move(stored), {});
  const std::string ada = EntrantPages(snapshot).body_html(0, PageLinks::served());
  EXPECT_THAT(ada, HasSubstr("Mean score: from 10 to 15"));
  EXPECT_THAT(ada, HasSubstr("<td>20</td>"));
  EXPECT_THAT(ada, Not(HasSubstr("href=\"../matches/"))) << "others still have to play the same instances";
  EXPECT_THAT(ada, Not(HasSubstr("Opponents")));
}

}  // namespace
}  // namespace referee::pages
