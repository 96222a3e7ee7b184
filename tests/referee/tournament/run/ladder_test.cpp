#include "referee/tournament/run/ladder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "referee/tournament/formats/format_table.h"
#include "referee/tournament/run/ladder_record.h"
#include "referee/tournament/run/stored_page.h"
#include "tests/support/tournament_fixture.h"

namespace referee {
namespace {

using test_support::always;
using test_support::Gate;
using test_support::silent;
using test_support::TempFolder;
using test_support::TournamentFixture;
using testing::ElementsAre;
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

/// The sums of the ladder in a store.
LadderTable table_of(const TournamentConfig& config, const StoreContent& content) {
  return LadderSums(content, *config.format).table();
}

TEST(Ladder, ANewNameComesInAndOneThatLeftIsNotCalled) {
  // Tournaments 13.3
  const TempFolder folder;
  TournamentFixture fixture(ladder(folder, {"alice", "bob"}, nullptr));
  fixture.start({{"alice", always("left")}, {"bob", always("left")}});
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
  fixture.stop();
  EXPECT_FALSE(fixture.ladder().finished());
}

TEST(Ladder, AloneAnEntrantPlaysTheHouseBot) {
  // Tournaments 13.4
  const TempFolder folder;
  TournamentFixture fixture(ladder(folder, {"alice"}, 2, {"python3", HONEST_WALLS}));
  fixture.start({{"alice", always("left")}});
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
    fixture.stop();
  }
  TournamentFixture fixture(config);
  const int before = table_of(fixture.config(), fixture.opened().content).matches();
  EXPECT_GE(before, 4);
  EXPECT_LE(fixture.opened().content.games.size(), 3U) << "the others are archived";
  fixture.start({{"alice", always("left")}, {"bob", always("right")}});
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
  EXPECT_EQ(table_of(fixture.config(), content).json(), fixture.ladder().table().json());
  for (const auto& [key, unused] : content.meta) {
    EXPECT_FALSE(key.starts_with(meta_key::kPlaying)) << key;
  }
  EXPECT_EQ(page_of(content).rows.at(0).games, 9);
}

// Its seed may have been seen: who ends the referee at the worst moment would else know that of a match to
// come.
TEST(Ladder, TheNumberOfAnInterruptedMatchIsNeverGivenAgain) {
  const TempFolder folder;
  TournamentConfig config = ladder(folder, {"alice", "bob"}, nullptr);
  config.on_restart = OnRestart::replay;
  {
    TournamentFixture fixture(config);
    fixture.start({{"alice", silent()}, {"bob", silent()}});
    fixture.until_asked("alice");
  }
  Gate gate;
  TournamentFixture fixture(config, test_support::gated_store(config, gate, "forget r1t1g1"));
  fixture.start();
  fixture.stop();
  EXPECT_THAT(gate.seen(), ElementsAre(HasSubstr(std::string("meta ") + meta_key::kLadder)))
      << "in one commit";
  EXPECT_EQ(table_of(config, fixture.stored()).next(), 2);
}

TEST(Ladder, PausesAtTheArbitersCommand) {
  const TempFolder folder;
  TournamentFixture fixture(ladder(folder, {"alice", "bob"}, nullptr));
  fixture.start({{"alice", always("left")}, {"bob", always("left")}});
  fixture.until_received("alice", "end");
  EXPECT_TRUE(fixture.ask({"pause"}).ok);
  EXPECT_FALSE(fixture.ask({"pause"}).ok);
  fixture.until_told("alice", "the arbiter has stopped play: no match begins until it is resumed");
  EXPECT_THAT(fixture.ask({"status"}).text, HasSubstr("paused"));
  EXPECT_THAT(fixture.ask({"rounds", "3"}).text, HasSubstr("only a swiss"));
  const std::size_t before = fixture.received("alice", "start").size();
  EXPECT_TRUE(fixture.ask({"resume"}).ok);
  fixture.until_received("alice", "end", before + 1);
}

TEST(Ladder, AMatchThatIsStruckCountsForNobody) {
  // Tournaments 13.8
  const TempFolder folder;
  TournamentFixture fixture(ladder(folder, {"alice", "bob"}, nullptr));
  fixture.start({{"alice", always("left")}, {"bob", always("left")}});
  fixture.until_received("alice", "end", 2);
  EXPECT_TRUE(fixture.ask({"pause"}).ok);
  fixture.until([&] { return fixture.parts().match_scheduler.matches_running() == 0; });
  fixture.until_told("bob", "the arbiter has stopped play: no match begins until it is resumed");
  const int before = fixture.ladder().table().matches();
  EXPECT_TRUE(fixture.ask({"void", "r1t1g1", "bad", "cable"}).ok);
  EXPECT_FALSE(fixture.ask({"void", "r1t1g1"}).ok);
  EXPECT_FALSE(fixture.ask({"void", "r1t999g1"}).ok);
  EXPECT_EQ(fixture.ladder().table().matches(), before - 1);
  EXPECT_EQ(table_of(fixture.config(), fixture.stored()).matches(), before - 1);
  EXPECT_NE(fixture.record("r1t1g1.a1.jsonl"), "");
}

TEST(Ladder, TheSameGameAgainIsPlayedButNotRated) {
  // Tournaments 13.6
  const TempFolder folder;
  TournamentFixture fixture(ladder(folder, {"alice", "bob"}, 8));
  fixture.start({{"alice", always("left")}, {"bob", always("left")}});
  fixture.play();
  EXPECT_EQ(fixture.ladder().table().matches(), 8);
  EXPECT_EQ(fixture.ladder().table().repeated(), 6) << "one from each seat counts";
}

// ---- games of one seat ----

/// Blocks of two instances; the first closes in the year 2100, or at once.
TournamentConfig in_blocks(const TempFolder& folder, const std::vector<std::string>& names,
                           const Json& matches, bool short_blocks = false) {
  Json format = {{"kind", "ladder"}, {"matches", matches}};
  format["blocks"] = {{"instances", 2},
                      {"first_closes", short_blocks ? "2026-01-01T00:00:00Z" : "2100-01-01T00:00:00Z"},
                      {"every_s", short_blocks ? 1 : 86400}};
  return test_support::sums_tournament(folder, names, format, {{"seats", 1}, {"turns", 1}});
}

TEST(BlockLadder, ScoresAndRecordsAreShownWhenTheBlockCloses) {
  // Tournaments 13.10, 13.11
  const TempFolder folder;
  TournamentFixture fixture(in_blocks(folder, {"alice", "bob"}, 4));
  fixture.start({{"alice", always(3)}});
  fixture.until_received("alice", "end", 2);
  EXPECT_EQ(fixture.standing("alice")["ladder"].value("mean", Json()), Json()) << "the block is open";
  EXPECT_EQ(fixture.record("r1t1g1.jsonl"), "");
  EXPECT_EQ(fixture.received("alice", "end")[0]["seed"], Json());
  EXPECT_THAT(fixture.ask({"status"}).text, HasSubstr("block 1 until 2100-01-01T00:00:00.000Z"));
  fixture.until_told("alice", "you have played all instances: block 1 until 2100-01-01T00:00:00.000Z");
  fixture.enter("bob", always(1));
  fixture.play();
  EXPECT_TRUE(fixture.ladder().finished());
  const Json page = fixture.standings();
  EXPECT_EQ(page["standings"][0]["name"], "alice");
  EXPECT_EQ(page["standings"][0]["ladder"]["mean"], 3);
  EXPECT_EQ(page["standings"][1]["ladder"]["newest_block"], 1);
  EXPECT_EQ(page["standings"][0]["points"], Json());
  EXPECT_EQ(page["standings"][0]["wins"], 2) << "the best on both instances";
  EXPECT_EQ(page["crosstable"]["columns"], Json({"Block 1"}));
  EXPECT_EQ(page["crosstable"]["rows"][0]["cells"], Json({"3"}));
  std::set<std::string> seeds;
  for (const int match : {1, 2, 3, 4}) {
    const std::string record = fixture.record("r1t" + std::to_string(match) + "g1.jsonl");
    ASSERT_NE(record, "");
    seeds.insert(Json::parse(record.substr(0, record.find('\n')))["seed"].dump());
  }
  EXPECT_EQ(seeds.size(), 2U) << "both entrants have played the same two instances";
}

// Tournaments 13.10: void attempts are secret as long as the block is open, and no longer.
TEST(BlockLadder, VoidAttemptsAreShownWhenTheBlockCloses) {
  const TempFolder folder;
  const TournamentConfig config = in_blocks(folder, {"alice"}, 2);
  {
    TournamentFixture fixture(config);
    fixture.start({{"alice", silent()}});
    fixture.until_asked("alice");
    EXPECT_TRUE(fixture.ask({"rerun", "r1t1g1"}).ok);
    for (std::size_t turn = 2; turn <= 3; ++turn) {
      EXPECT_EQ(fixture.record("r1t1g1.a1.jsonl"), "") << "the block is open";
      fixture.until_received("alice", "turn", turn);
      fixture.move("alice", 3);
    }
    fixture.play();
    EXPECT_NE(fixture.record("r1t1g1.a1.jsonl"), "");
    EXPECT_NE(fixture.record("r1t1g1.jsonl"), "");
    EXPECT_NE(fixture.record("r1t2g1.jsonl"), "");
  }
  std::filesystem::remove_all(config.reports);
  TournamentFixture again(config);
  again.play();
  EXPECT_NE(again.record("r1t1g1.a1.jsonl"), "") << "the next start finds no reports";
  EXPECT_NE(again.record("r1t1g1.jsonl"), "");
}

TEST(BlockLadder, ANewStartShowsNothingOfABlockThatIsStillOpen) {
  // Tournaments 13.10
  const TempFolder folder;
  const TournamentConfig config = in_blocks(folder, {"alice"}, nullptr);
  for (const bool plays : {true, false}) {
    TournamentFixture fixture(config);
    fixture.start({{"alice", always(2)}});
    if (plays) {
      fixture.until_received("alice", "end", 2);
    }
    fixture.stop();
    EXPECT_EQ(fixture.record("r1t1g1.jsonl"), "");
  }
}

TEST(BlockLadder, ABlockWhoseTimeHasPassedClosesAtTheNextStart) {
  // Tournaments 13.11
  const TempFolder folder;
  TournamentConfig config = in_blocks(folder, {"alice"}, nullptr);
  {
    TournamentFixture fixture(config);
    fixture.start();
    fixture.enter("alice", always(2));
    fixture.until_received("alice", "end", 2);
    fixture.stop();
  }
  const StoreContent before = open_store(config.store, StoreAccess::read_only)->load();
  EXPECT_TRUE(table_of(config, before).blocks().closed().empty());
  Json frozen = Json::parse(before.meta.at(meta_key::kFrozen));
  frozen["format"]["blocks"]["first_closes"] = "2026-01-01T00:00:00Z";
  open_store(config.store, StoreAccess::exclusive)
      ->apply({store_write::SetMeta{meta_key::kFrozen, frozen.dump()}});
  config.format = read_format(frozen["format"], "format", {1, 1});
  TournamentFixture fixture(config);
  fixture.start();
  fixture.until([&] { return !fixture.ladder().table().blocks().closed().empty(); });
  fixture.until([&] { return !fixture.record("r1t2g1.jsonl").empty(); });
  EXPECT_EQ(fixture.ladder().table().value(0), 2);
  fixture.stop();
}

}  // namespace
}  // namespace referee
