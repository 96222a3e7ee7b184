#include "referee/pages/prize_giving.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/pages/podium.h"
#include "referee/pages/reveal.h"
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

constexpr const char* kPlayedAt = "2026-11-20T08:00:00.000Z";

StoreContent begun_with(const std::string& game, const Json& format, const std::vector<std::string>& names) {
  return test_support::begun_store(game, format, names, {7});
}

void played(StoreContent& stored, const MatchPlace& place, std::vector<double> scores) {
  stored.games.push_back(test_support::played_attempt(place, std::move(scores)));
}

/// A round robin of single games whose entrants are as good as their order, and all rounds are over.
StoreContent round_robin(const std::vector<std::string>& names = {"ada", "bob", "<b>carol", "dora"}) {
  StoreContent stored = begun_with("walls", {{"kind", "round_robin"}, {"best_of", 1}}, names);
  const std::vector<std::vector<std::pair<Entrant, Entrant>>> rounds{
      {{0, 3}, {1, 2}}, {{0, 2}, {1, 3}}, {{0, 1}, {2, 3}}};
  for (int round = 1; round <= 3; ++round) {
    std::vector<Encounter> encounters;
    for (const auto& [better, worse] : rounds[static_cast<std::size_t>(round) - 1]) {
      Encounter met = histories::encounter({better, worse});
      met.round = round;
      met.table = static_cast<int>(encounters.size()) + 1;
      encounters.push_back(met);
      played(stored, {round, met.table, 1}, {10.0 + static_cast<double>(worse), 7});
    }
    stored.rounds.push_back({round, encounters_json(encounters)});
  }
  stored.meta[meta_key::kFinished] = kPlayedAt;
  return stored;
}

StoreContent frozen_store(const std::string& revealed_from = "") {
  StoreContent stored = round_robin();
  stored.meta[meta_key::kFreezeRounds] = "1";
  if (!revealed_from.empty()) {
    stored.meta[meta_key::kRevealedFrom] = revealed_from;
  }
  return stored;
}

std::string html_of(const StoreContent& stored) {
  const TournamentSnapshot snapshot(stored, {});
  return html::sections_html(prize_giving(snapshot, shown_page(snapshot)));
}

std::optional<Podium> podium(const StoreContent& stored) {
  const TournamentSnapshot snapshot(stored, {});
  return podium_of(snapshot, shown_page(snapshot));
}

TEST(Podium, HasTheFirstThreeWithTheGameAgainstTheBestOpponent) {
  const auto made = podium(round_robin());
  ASSERT_TRUE(made);
  ASSERT_EQ(made->steps.size(), 3U);
  EXPECT_EQ(made->steps[0].name, "ada");
  EXPECT_EQ(made->steps[0].result, "Points 3");
  EXPECT_EQ(made->steps[0].best->match, "r3t1g1") << "against bob, the second";
  EXPECT_EQ(made->steps[0].best->text, "11 : 7 against bob");
  EXPECT_EQ(made->steps[2].place, 3);
  EXPECT_EQ(made->steps[2].best->match, "r3t2g1");
  EXPECT_THAT(made->notes, IsEmpty());
}

/// A Swiss of one round whose first two play a final, which ada wins.
StoreContent swiss_with_final() {
  StoreContent stored = begun_with("walls",
                                   {{"kind", "swiss"},
                                    {"rounds", 1},
                                    {"best_of", 1},
                                    {"final", {{"kind", "double_elimination"}, {"top", 2}}}},
                                   {"ada", "bob", "carol", "dora"});
  const std::vector<std::pair<std::vector<std::vector<Entrant>>, int>> rounds{
      {{{0, 3}, {1, 2}}, 0}, {{{0, 1}}, 1}, {{{0, 1}}, 3}};
  for (const auto& [tables, stage] : rounds) {
    std::vector<Encounter> encounters;
    const int round = static_cast<int>(stored.rounds.size()) + 1;
    for (const std::vector<Entrant>& table : tables) {
      Encounter met = histories::encounter(table);
      met.round = round;
      met.table = static_cast<int>(encounters.size()) + 1;
      met.stage = stage;
      encounters.push_back(met);
      played(stored, {round, met.table, 1}, {9, 7});
    }
    stored.rounds.push_back({round, encounters_json(encounters)});
  }
  stored.meta[meta_key::kFinished] = kPlayedAt;
  return stored;
}

TEST(Podium, SaysHowTheFinalEnded) {
  const auto made = podium(swiss_with_final());
  ASSERT_TRUE(made);
  std::vector<std::string> results;
  for (const Podium::Step& step : made->steps) {
    results.push_back(step.name + ": " + step.result);
  }
  EXPECT_THAT(results,
              ElementsAre("ada: won the final 1 : 0", "bob: lost the final 0 : 1", "carol: Points 0"));
}

TEST(Podium, IsSafeHtmlWithLinks) {
  const std::string html = html_of(round_robin());
  EXPECT_THAT(html, HasSubstr(R"(<a class="best-game" href="matches/r3t1g1">)"));
  EXPECT_THAT(html, HasSubstr("&lt;b&gt;carol"));
  EXPECT_THAT(html, Not(HasSubstr("<b>")));
}

TEST(Podium, IsTheFirstPartOfThePage) {
  const TournamentSnapshot snapshot(round_robin(), {});
  const std::string page = tournament_page(snapshot, {.title = "", .source = "server"});
  EXPECT_THAT(page, HasSubstr(R"(<li><a href="#podium">Podium</a></li><li><a href="#standings">)"));
  EXPECT_LT(page.find("<section class=\"part\" id=\"podium\""),
            page.find("<section class=\"part\" id=\"standings\""));
}

TEST(Podium, WaitsForTheEndAndForHiddenResults) {
  StoreContent running = round_robin();
  running.meta.erase(meta_key::kFinished);
  EXPECT_FALSE(podium(running));
  EXPECT_FALSE(podium(frozen_store()));
  StoreContent revealed = frozen_store();
  revealed.meta[meta_key::kRevealed] = kPlayedAt;
  EXPECT_TRUE(podium(revealed));
}

TEST(TournamentData, SaysWhetherTheNewestRoundIsOverAndTheNextHasNotBegun) {
  StoreContent stored = round_robin();
  EXPECT_FALSE(told_tournament(TournamentSnapshot(stored, {})).at("between_rounds")) << "all is over";
  stored.meta.erase(meta_key::kFinished);
  const TournamentSnapshot between(stored, {});
  EXPECT_TRUE(told_tournament(between).at("between_rounds"));
  EXPECT_THAT(tournament_page(between, {.title = "", .source = "server"}), HasSubstr(" is over"));
  stored.games.back().status = StoredAttempt::Status::running;
  stored.games.back().result = "";
  EXPECT_FALSE(told_tournament(TournamentSnapshot(stored, {})).at("between_rounds"));
}

TEST(Podium, EqualOnesShareAPlaceAndWithdrawnOnesTakeNone) {
  StoreContent stored = round_robin();
  stored.entrants[0].withdrawn = "gone";
  const auto made = podium(stored);
  ASSERT_TRUE(made);
  EXPECT_EQ(made->steps[0].name, "bob");
  EXPECT_EQ(made->steps[0].place, 1);
  EXPECT_THAT(made->notes, ElementsAre(HasSubstr("ada is withdrawn and takes no place")));
  stored.entrants[0].withdrawn = "";
  stored.entrants.back().withdrawn = "gone";
  EXPECT_THAT(podium(stored)->notes, IsEmpty()) << "nobody moves up behind the podium";

  StoreContent level = begun_with("walls", {{"kind", "round_robin"}, {"best_of", 1}}, {"ada", "bob"});
  level.rounds.push_back({1, encounters_json({histories::encounter({0, 1})})});
  played(level, {1, 1, 1}, {5, 5});
  level.meta[meta_key::kFinished] = kPlayedAt;
  const auto shared = podium(level);
  ASSERT_TRUE(shared);
  EXPECT_EQ(shared->steps[1].place, 1);
  EXPECT_FALSE(shared->steps[0].best) << "a draw is no win";
  EXPECT_THAT(shared->notes, ElementsAre("ada and bob share place 1."));
}

TEST(Podium, NamesWhoseTheOtherScoresOfALargeTableAre) {
  StoreContent stored =
      begun_with("lightcycle", {{"kind", "swiss"}, {"rounds", 1}}, {"ada", "bob", "carol", "dora"});
  Encounter met = histories::encounter({1, 3, 0, 2});
  met.round = met.table = 1;
  stored.rounds.push_back({1, encounters_json({met})});
  played(stored, {1, 1, 1}, {41, 5, 288, 93});
  stored.meta[meta_key::kFinished] = kPlayedAt;
  const auto made = podium(stored);
  ASSERT_TRUE(made);
  EXPECT_EQ(made->steps[0].name, "ada");
  EXPECT_EQ(made->steps[0].best->text, "288 (bob 41, dora 5, carol 93)");
}

TEST(Podium, ShowsTheHighestScoreWhereEntrantsPlayAlone) {
  StoreContent stored = begun_with("superball", {{"kind", "field"}}, {"ada", "bob"});
  std::vector<Encounter> encounters;
  for (Entrant entrant = 0; entrant < 2; ++entrant) {
    encounters.push_back(
        {.round = 1, .table = static_cast<int>(entrant) + 1, .entrants = {entrant}, .instance = 1});
  }
  stored.rounds.push_back({1, encounters_json(encounters)});
  played(stored, {1, 1, 1}, {40});
  played(stored, {1, 2, 1}, {60.5});
  stored.meta[meta_key::kFinished] = kPlayedAt;
  const auto made = podium(stored);
  ASSERT_TRUE(made);
  EXPECT_EQ(made->steps[0].name, "bob");
  EXPECT_EQ(made->steps[0].best->match, "r1t2g1");
  EXPECT_EQ(made->steps[0].best->text, "score 60.5");
}

TEST(Reveal, TellsThePlacesThatAreRevealedAndNothingOfThoseAbove) {
  EXPECT_EQ(html_of(frozen_store()), "");
  const std::string html = html_of(frozen_store("3"));
  EXPECT_THAT(html, HasSubstr("Reveal: place 3 of 4"));
  EXPECT_THAT(html, HasSubstr("dora"));
  EXPECT_THAT(html, HasSubstr("&lt;b&gt;carol"));
  EXPECT_THAT(html, Not(HasSubstr("ada")));
  EXPECT_THAT(html, Not(HasSubstr("bob")));

  const TournamentSnapshot snapshot(frozen_store("3"), {});
  const Json data = told_tournament(snapshot);
  ASSERT_EQ(data.at("reveal").at("places").size(), 2U);
  EXPECT_EQ(data.at("reveal").at("places")[0],
            Json({{"rank", 3}, {"entrant", 2}, {"result", "1"}, {"before", 3}}));
  EXPECT_FALSE(data.at("finished").is_null());
  for (const Json& row : data.at("standings")) {
    EXPECT_LE(row.at("games"), 2) << "the standings stay as they were before the hidden round";
  }
  EXPECT_TRUE(snapshot.visibility().is_frozen(3));
}

TEST(Reveal, HasNoPlaceThatIsNotShown) {
  StoreContent stored = frozen_store("3");
  stored.meta[meta_key::kShownPlaces] = "2";
  EXPECT_EQ(html_of(stored), "");
  stored.meta[meta_key::kRevealedFrom] = "2";
  const std::string html = html_of(stored);
  EXPECT_THAT(html, HasSubstr("Reveal: place 2 of 4"));
  EXPECT_THAT(html, Not(HasSubstr("dora")));
}

TEST(Podium, IsOfThePlacesThatAreShown) {
  StoreContent stored = round_robin();
  stored.meta[meta_key::kShownPlaces] = "1";
  const auto made = podium(stored);
  ASSERT_TRUE(made);
  ASSERT_EQ(made->steps.size(), 1U);
  EXPECT_EQ(made->steps[0].best->text, "13 : 7 against dora")
      << "no opponent's place tells that it is better";
}

TEST(Reveal, EndsWithThePodium) {
  StoreContent stored = frozen_store("1");
  stored.meta[meta_key::kRevealed] = kPlayedAt;
  const std::string html = html_of(stored);
  EXPECT_THAT(html, HasSubstr("id=\"podium\""));
  EXPECT_THAT(html, Not(HasSubstr("id=\"reveal\"")));
}

}  // namespace
}  // namespace referee::pages
