#include "referee/tournament/run/ladder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "referee/tournament/run/ladder_record.h"
#include "referee/tournament/run/stored_page.h"
#include "tests/support/tournament_fixture.h"

namespace referee {
namespace {

using test_support::always;
using test_support::TempFolder;
using test_support::TournamentFixture;
using testing::HasSubstr;
using testing::UnorderedElementsAre;

TournamentConfig ladder(const TempFolder& folder, const std::vector<std::string>& names, const Json& matches,
                        const Json& house = nullptr) {
  Json json = {{"name", "Ladder"},
               {"game", "walls"},
               {"options", {{"n", 3}}},
               {"format", {{"kind", "ladder"}, {"matches", matches}}}};
  if (!house.is_null()) {
    json["house_bot"] = house;
  }
  json["entrants"] = Json::array();
  json["registration"] = "open";
  TournamentConfig config = test_support::tournament(folder, json);
  for (const std::string& name : names) {
    config.entrants.push_back(test_support::dialling(name));
  }
  return config;
}

TEST(Ladder, WhoIsHerePlaysUntilItIsClosed) {
  // Tournaments 13.1, 13.2
  const TempFolder folder;
  TournamentFixture fixture(ladder(folder, {"alice", "bob"}, 4));
  fixture.start();
  fixture.enter("alice", always("left"));
  fixture.enter("bob", always("right"));
  fixture.play();
  EXPECT_TRUE(fixture.ladder().finished());
  EXPECT_EQ(fixture.ladder().table().matches(), 4);
  EXPECT_EQ(fixture.received("alice", "end").size(), 4U);
  EXPECT_EQ(fixture.received("alice", "start")[0]["match"], "r1t1g1");
  EXPECT_EQ(fixture.received("alice", "start")[3]["match"], "r1t4g1");
  std::multiset<std::string> first;
  for (const Json& start : fixture.received("alice", "start")) {
    first.insert(start["players"][0]);
  }
  EXPECT_EQ(first.count("alice"), 2U) << "seats in turn";
  const Json standings = fixture.standings();
  EXPECT_EQ(standings["finished"], Json(true));
  EXPECT_EQ(standings["standings"][0]["games"], Json(4));
  EXPECT_NE(standings["standings"][0]["rating"], Json());
  EXPECT_NE(fixture.record("r1t4g1.jsonl"), "");
}

TEST(Ladder, ANewNameComesInAndOneThatLeftIsNotCalled) {
  // Tournaments 13.3
  const TempFolder folder;
  TournamentFixture fixture(ladder(folder, {"alice", "bob"}, nullptr));
  fixture.start();
  fixture.enter("alice", always("left"));
  fixture.enter("bob", always("left"));
  fixture.until_received("alice", "end", 2);
  fixture.dial("carol", always("left"), "");
  fixture.until_received("carol", "end", 2);
  EXPECT_TRUE(fixture.received("carol", "welcome")[0].contains("token"));
  EXPECT_EQ(fixture.ask({"withdraw", "bob"}).ok, true);
  const std::size_t before = fixture.received("carol", "end").size();
  fixture.until_received("carol", "end", before + 3);
  EXPECT_EQ(fixture.received("carol", "start").back()["players"].size(), 2U);
  EXPECT_THAT(fixture.received("carol", "start").back()["players"].get<std::vector<std::string>>(),
              UnorderedElementsAre("alice", "carol"));
  fixture.drain();
  fixture.play();
  EXPECT_FALSE(fixture.ladder().finished());
}

TEST(Ladder, AloneAnEntrantPlaysTheHouseBot) {
  // Tournaments 13.4
  const TempFolder folder;
  TournamentFixture fixture(ladder(folder, {"alice"}, 2, {"python3", HONEST_WALLS}));
  fixture.start();
  fixture.enter("alice", always("left"));
  fixture.play();
  EXPECT_EQ(fixture.received("alice", "start")[0]["players"], Json({"alice", "house"}));
  const Json row = fixture.standing("alice");
  EXPECT_LT(row["rating"]["elo"].get<int>(), 0) << "the house bot's is 0, and won";
}

TEST(Ladder, GoesOnAfterARestartWithNothingLostAndNothingTwice) {
  // Tournaments 13.7
  const TempFolder folder;
  TournamentConfig config = ladder(folder, {"alice", "bob"}, 9);
  config.keep = 2;
  {
    TournamentFixture fixture(config);
    fixture.start();
    fixture.enter("alice", always("left"));
    fixture.enter("bob", always("right"));
    fixture.until_received("alice", "end", 4);
    fixture.drain();
    fixture.play();
  }
  TournamentFixture fixture(config);
  const int before = ladder_of(fixture.opened().content, 2).matches();
  EXPECT_GE(before, 4);
  EXPECT_LE(fixture.opened().content.games.size(), 3U) << "the others are archived";
  fixture.start();
  fixture.enter("alice", always("left"));
  fixture.enter("bob", always("right"));
  fixture.play();
  // A match that was called when the ladder stopped, and had not begun, leaves its number unused.
  const auto first = MatchPlace::parse(fixture.received("alice", "start")[0]["match"].get<std::string>());
  const auto last = MatchPlace::parse(fixture.received("alice", "start").back()["match"].get<std::string>());
  ASSERT_TRUE(first && last);
  EXPECT_GT(first->table, before);
  EXPECT_EQ(fixture.ladder().table().matches(), 9);
  EXPECT_EQ(fixture.record("r1t1g1.jsonl"), "") << "only the newest are kept";
  EXPECT_NE(fixture.record(last->id() + ".jsonl"), "");
  const StoreContent content = fixture.stored();
  EXPECT_EQ(ladder_of(content, 2).text(), fixture.ladder().table().text());
  for (const auto& [key, unused] : content.meta) {
    EXPECT_FALSE(key.starts_with(meta_key::kPlaying)) << key;
  }
  EXPECT_EQ(page_of(content).rows.at(0).games, 9);
}

TEST(Ladder, PausesAtTheArbitersCommand) {
  const TempFolder folder;
  TournamentFixture fixture(ladder(folder, {"alice", "bob"}, nullptr));
  fixture.start();
  fixture.enter("alice", always("left"));
  fixture.enter("bob", always("left"));
  fixture.until_received("alice", "end");
  EXPECT_TRUE(fixture.ask({"pause"}).ok);
  EXPECT_FALSE(fixture.ask({"pause"}).ok);
  fixture.until_told("alice", "the arbiter has stopped play: no match begins until it is resumed");
  EXPECT_THAT(fixture.ask({"status"}).text, HasSubstr("paused"));
  EXPECT_THAT(fixture.ask({"rounds", "3"}).text, HasSubstr("this is a ladder"));
  const std::size_t before = fixture.received("alice", "start").size();
  EXPECT_TRUE(fixture.ask({"resume"}).ok);
  fixture.until_received("alice", "end", before + 1);
}

TEST(Ladder, AMatchThatIsStruckCountsForNobody) {
  // Tournaments 13.8
  const TempFolder folder;
  TournamentFixture fixture(ladder(folder, {"alice", "bob"}, nullptr));
  fixture.start();
  fixture.enter("alice", always("left"));
  fixture.enter("bob", always("left"));
  fixture.until_received("alice", "end", 2);
  EXPECT_TRUE(fixture.ask({"pause"}).ok);
  fixture.until([&] { return fixture.context().match_scheduler.matches_running() == 0; });
  fixture.until_told("bob", "the arbiter has stopped play: no match begins until it is resumed");
  const int before = fixture.ladder().table().matches();
  EXPECT_TRUE(fixture.ask({"void", "r1t1g1", "bad", "cable"}).ok);
  EXPECT_FALSE(fixture.ask({"void", "r1t1g1"}).ok);
  EXPECT_FALSE(fixture.ask({"void", "r1t999g1"}).ok);
  EXPECT_EQ(fixture.ladder().table().matches(), before - 1);
  EXPECT_EQ(ladder_of(fixture.stored(), 2).matches(), before - 1);
  EXPECT_NE(fixture.record("r1t1g1.a1.jsonl"), "");
}

TEST(Ladder, TheSameGameAgainIsPlayedButNotRated) {
  // Tournaments 13.6
  const TempFolder folder;
  TournamentFixture fixture(ladder(folder, {"alice", "bob"}, 8));
  fixture.start();
  fixture.enter("alice", always("left"));
  fixture.enter("bob", always("left"));
  fixture.play();
  EXPECT_EQ(fixture.ladder().table().matches(), 8);
  EXPECT_EQ(fixture.ladder().table().repeated(), 6) << "one from each seat counts";
}

}  // namespace
}  // namespace referee
