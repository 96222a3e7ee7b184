#include "referee/pages/me_data.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/referee/pages/begun_store.h"

namespace referee::pages {
namespace {

using Json = nlohmann::json;
using Status = StoredAttempt::Status;

/// Hands out one text as every record, and counts how often.
class FakeStore final : public Store {
 public:
  StoreContent load() override { return {}; }
  void apply(const std::vector<StoreWrite>&) override {}
  std::string record(const std::string& match, int) override {
    read.push_back(match);
    return R"({"record":1)" + header +
           "}\n"
           R"({"turn":0,"answers":[{"seat":0,"verdict":"ok","move":1,"spent_us":40}],"events":{}})"
           "\n"
           R"({"turn":1,"answers":[{"seat":0,"verdict":"illegal","fault":"cell 3 is a wall","spent_us":70000}],"events":{}})"
           "\n";
  }
  void back_up(const StoreUri&) override {}
  std::vector<std::string> damage() override { return {}; }
  void erase_deleted() override {}
  std::unique_ptr<JobPoster> job_poster() override { return nullptr; }

  std::vector<std::string> read;
  std::string header;  // more of each record's first line
};

/// A field of Superball on one instance, which both have played: ada dials in, bob is launched.
StoreContent planets_field() {
  StoreContent stored = test_support::begun_store("superball", {{"kind", "field"}}, {"ada", "bob"}, {7});
  stored.entrants[1].token_sha256 = "";
  std::vector<Encounter> encounters;
  for (int table = 1; table <= 2; ++table) {
    const Entrant entrant = stored.entrants[static_cast<std::size_t>(table) - 1].number;
    encounters.push_back({.round = 1, .table = table, .entrants = {entrant}, .instance = 1});
    stored.games.push_back(test_support::played_attempt({1, table, 1}, {5}));
  }
  stored.rounds.push_back({1, encounters_json(encounters)});
  return stored;
}

StoreContent only(StoreContent stored, Entrant entrant) {
  std::erase_if(stored.games,
                [&](const StoredAttempt& one) { return one.table != static_cast<int>(entrant) + 1; });
  return stored;
}

Json me_of(const TournamentSnapshot& snapshot, Entrant entrant, FakeStore& store) {
  SeatReports reports;
  return me_data(snapshot, entrant, store, reports, {"line one\nline two\n", std::nullopt});
}

TEST(MeData, TellsVerdictsFaultsAndCharges) {
  FakeStore store;
  const Json me = me_of(TournamentSnapshot(planets_field(), {.entering = Entering::closed}), 1, store);
  const Json& match = me["matches"].at(0);
  EXPECT_EQ(match["verdicts"], (Json{{"ok", 1}, {"illegal", 1}}));
  EXPECT_EQ(match["faults"],
            Json::array({{{"turn", 1}, {"verdict", "illegal"}, {"text", "cell 3 is a wall"}}}));
  EXPECT_EQ(match["charges"]["worst_us"], 70000);
  EXPECT_EQ(match["charges"]["counts"].at(0), 1);
  EXPECT_EQ(me["charges"]["turns"], 2);
  EXPECT_EQ(me["stderr"], Json::array({"line one", "line two"}));
}

TEST(MeData, ReadsOnlyOwnRecordsAndEachFinishedOneOnce) {
  FakeStore store;
  SeatReports reports;
  const TournamentSnapshot snapshot(planets_field(), {.entering = Entering::closed});
  (void)me_data(snapshot, 1, store, reports, {});
  (void)me_data(snapshot, 1, store, reports, {});
  EXPECT_EQ(store.read, std::vector<std::string>{"r1t2g1"});
}

/// A field of Superball on one instance, played by nine entrants: the later, the better.
StoreContent nine_in_a_field() {
  const std::vector<std::string> names{"a", "b", "c", "d", "e", "f", "g", "h", "i"};
  StoreContent stored = test_support::begun_store("superball", {{"kind", "field"}}, names, {7});
  std::vector<Encounter> encounters;
  for (const StoredEntrant& entrant : stored.entrants) {
    const int table = static_cast<int>(entrant.number) + 1;
    encounters.push_back({.round = 1, .table = table, .entrants = {entrant.number}, .instance = 1});
    stored.games.push_back(test_support::played_attempt({1, table, 1}, {static_cast<double>(table)}));
  }
  stored.rounds.push_back({1, encounters_json(encounters)});
  return stored;
}

std::string names_of(const Json& places) {
  std::string names;
  for (const Json& place : places) {
    names += place["own"].get<bool>() ? "(" + place["name"].get<std::string>() + ")"
                                      : place["name"].get<std::string>();
  }
  return names;
}

TEST(MeData, WherePlacesAreWithheldHasTheOwnOneWithThreeAboveAndThreeBelow) {
  FakeStore store;
  StoreContent stored = nine_in_a_field();
  EXPECT_FALSE(me_of(TournamentSnapshot(stored, {}), 3, store).contains("places"));
  stored.meta[meta_key::kShownPlaces] = "2";
  const TournamentSnapshot snapshot(stored, {});
  const Json me = me_of(snapshot, 3, store);
  EXPECT_EQ(me["rank"], 6);
  EXPECT_EQ(names_of(me["places"]), "gfe(d)cba");
  EXPECT_EQ(me["places"][3], (Json{{"rank", 6}, {"name", "d"}, {"result", "Mean 4"}, {"own", true}}));
  EXPECT_EQ(names_of(me_of(snapshot, 8, store)["places"]), "(i)hgf");
  EXPECT_EQ(names_of(me_of(snapshot, 0, store)["places"]), "dcb(a)");
  stored.games.pop_back();
  EXPECT_TRUE(me_of(TournamentSnapshot(stored, {}), 8, store)["places"].is_null()) << "it has not played";
}

// Tournaments 10.5
TEST(MeData, SaysWhichStaffBotTheEntrantIsBetterThan) {
  FakeStore store;
  StoreContent stored = nine_in_a_field();
  EXPECT_FALSE(me_of(TournamentSnapshot(stored, {}), 3, store).contains("better_than"));
  PairingRequests requests;
  requests.staff = {"a", "c"};
  stored.meta[meta_key::kRequests] = requests.json();
  stored.meta[meta_key::kShownPlaces] = "2";
  const TournamentSnapshot snapshot(stored, {});
  const Json me = me_of(snapshot, 3, store);
  EXPECT_EQ(me["better_than"], "c");
  EXPECT_EQ(names_of(me["places"]), "gfe(d)cba") << "the lines stand between the places";
  EXPECT_TRUE(me["places"][4]["rank"].is_null());
  EXPECT_EQ(me["places"][5]["rank"], 7);
  EXPECT_EQ(me_of(snapshot, 1, store)["better_than"], "a");
}

TEST(MeData, OfALaunchedBotASecretInstanceLeavesVerdictsAndCharges) {
  FakeStore store;
  const TournamentSnapshot snapshot(only(planets_field(), 1), {.entering = Entering::closed});
  const Json me = me_of(snapshot, 1, store);
  const Json& match = me["matches"].at(0);
  EXPECT_EQ(match["verdicts"]["illegal"], 1);
  EXPECT_EQ(match["faults"].at(0)["text"], "");
  EXPECT_FALSE(match["shown"]);
  EXPECT_EQ(match["why_not"], "Others still have to play the same instance (map, maze or deal).");
  EXPECT_TRUE(me["stderr"].is_null());
  EXPECT_EQ(me["stderr_why"], match["why_not"]);
  EXPECT_EQ(own_sight(snapshot, snapshot.content().games[0], true), OwnSight::nothing);
}

TEST(MeData, WhoDialsInSeesWhatItsBotWasTold) {
  FakeStore store;
  const TournamentSnapshot snapshot(only(planets_field(), 0), {.entering = Entering::closed});
  const Json me = me_of(snapshot, 0, store);
  EXPECT_TRUE(me["matches"].at(0)["shown"]);
  EXPECT_TRUE(me["matches"].at(0)["own_view"]);
  EXPECT_EQ(me["matches"].at(0)["faults"].at(0)["text"], "cell 3 is a wall");
  EXPECT_TRUE(me["stderr"].is_null()) << "what is in a file of its name is of another bot";
  EXPECT_EQ(own_sight(snapshot, snapshot.content().games[0], false), OwnSight::own_seat);
}

TEST(MeData, HowEachMatchWasPlayedDecidesAndNotTheToken) {
  FakeStore store;
  const TournamentSnapshot snapshot(only(planets_field(), 0), {.entering = Entering::closed});
  store.header = R"(,"launched":[true])";
  const Json me = me_of(snapshot, 0, store);
  EXPECT_FALSE(me["matches"].at(0)["shown"]);
  EXPECT_EQ(me["matches"].at(0)["faults"].at(0)["text"], "");
  EXPECT_EQ(me["stderr_why"], "Others still have to play the same instance (map, maze or deal).");
  SeatReports reports;
  EXPECT_EQ(reports.launched(store, snapshot.content().games[0], 0), true);
  store.header = R"(,"launched":[false])";
  EXPECT_TRUE(
      me_of(TournamentSnapshot(only(planets_field(), 1), {.entering = Entering::closed}), 1, store)["matches"]
          .at(0)["own_view"])
      << "it dialled in when it played, and has a command now";
}

TEST(MeData, WhoPlaysAVersionSeesItsOwnStandardErrorOnceAllHavePlayed) {
  StoreContent stored = planets_field();
  stored.entrants[0].version = 2;
  stored.meta[meta_key::kFinished] = "2026-11-20T08:00:00.000Z";
  FakeStore store;
  store.header = R"(,"launched":[true])";
  const Json me = me_of(TournamentSnapshot(stored, {}), 0, store);
  EXPECT_EQ(me["stderr"], Json::array({"line one", "line two"}));
  EXPECT_EQ(me["dials_in"], false);
}

TEST(MeData, FrozenScoresOfAVersionAreNotTold) {
  StoreContent stored = planets_field();
  stored.meta[meta_key::kFinished] = "2026-11-20T08:00:00.000Z";
  stored.meta[meta_key::kFreezeRounds] = "1";
  FakeStore store;
  store.header = R"(,"launched":[true])";
  EXPECT_TRUE(me_of(TournamentSnapshot(stored, {}), 0, store)["matches"].at(0)["scores"].is_null());
}

TEST(MeData, FrozenResultsOfALaunchedBotAreNotTold) {
  StoreContent stored = planets_field();
  stored.meta[meta_key::kFinished] = "2026-11-20T08:00:00.000Z";
  stored.meta[meta_key::kFreezeRounds] = "1";
  FakeStore store;
  const Json me = me_of(TournamentSnapshot(stored, {}), 1, store);
  EXPECT_TRUE(me["matches"].at(0)["scores"].is_null());
  EXPECT_TRUE(me["rank"].is_null());
  EXPECT_TRUE(me["stderr"].is_null());
  stored.meta[meta_key::kRevealed] = "2026-11-20T09:00:00.000Z";
  EXPECT_EQ(me_of(TournamentSnapshot(stored, {}), 1, store)["matches"].at(0)["scores"], Json::array({5}));
}

TEST(MeData, TheMarkIsToldOnceItIsPublished) {
  FakeStore store;
  SeatReports reports;
  const TournamentSnapshot snapshot(planets_field(), {});
  const Json mark = {{"mark", "A"}, {"points", 20}};
  EXPECT_EQ(me_data(snapshot, 0, store, reports, {std::nullopt, mark.dump()}).at("mark"), mark);
  EXPECT_FALSE(me_data(snapshot, 0, store, reports, {}).contains("mark"));
  EXPECT_FALSE(me_data(snapshot, 0, store, reports, {std::nullopt, "{\"mark\":"}).contains("mark"));
}

TEST(MeData, ATokenNamesWhoDialsInAndNobodyElse) {
  const TournamentSnapshot snapshot(planets_field(), {});
  EXPECT_EQ(entrant_of_token(snapshot, std::string(64, 'a')), Entrant{0});
  EXPECT_EQ(entrant_of_token(snapshot, ""), std::nullopt) << "launched bots have no token";
  EXPECT_EQ(entrant_of_token(snapshot, std::string(64, 'b')), std::nullopt);
}

TEST(SeatReport, PassesOverGivenTurns) {
  const std::string answers = R"("answers":[{"seat":0,"verdict":"late","fault":"?","spent_us":7}]})";
  const SeatReport report =
      seat_report_of(R"({"turn":0,"given":true,)" + answers + "\n" + R"({"turn":1,)" + answers + "\n", 0);
  EXPECT_EQ(report.charges.turns, 1);
  ASSERT_EQ(report.faults.size(), 1U);
  EXPECT_EQ(report.faults[0].turn, 1);
}

TEST(SeatReport, PassesOverWhatIsNoTurn) {
  const SeatReport report = seat_report_of("{}\n[1]\nnot json\n{\"turn\":0,\"answers\":7}\n{\"turn\":1", 0);
  EXPECT_EQ(report.charges.turns, 0);
  EXPECT_TRUE(report.verdicts.empty());
}

}  // namespace
}  // namespace referee::pages
