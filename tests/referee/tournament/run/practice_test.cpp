#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "referee/tournament/run/ladder.h"
#include "referee/tournament/run/ladder_record.h"
#include "referee/tournament/run/practice_matching.h"
#include "tests/support/tournament_fixture.h"

namespace referee {
namespace {

using test_support::always;
using test_support::TempFolder;
using test_support::TournamentFixture;
using testing::HasSubstr;
using testing::StartsWith;

TournamentConfig practice(const TempFolder& folder, const std::vector<std::string>& names) {
  Json json = {{"name", "Practice"},
               {"game", "walls"},
               {"options", {{"n", 3}}},
               {"format", {{"kind", "practice"}}},
               {"house_bot", {"python3", HONEST_WALLS}}};
  json["entrants"] = Json::array();
  json["registration"] = "open";
  TournamentConfig config = test_support::tournament(folder, json);
  for (const std::string& name : names) {
    config.entrants.push_back(test_support::dialling(name));
  }
  return config;
}

TEST(Practice, WhoeverConnectsPlaysHouseBotsOneGameAfterTheOther) {
  // Tournaments 9.5: match after match, seats move on, rated against the house bot, until the referee is
  // stopped.
  const TempFolder folder;
  TournamentFixture fixture(practice(folder, {"alice"}));
  fixture.start({{"alice", always("left")}});
  fixture.until_received("alice", "end", 2);
  const auto starts = fixture.received("alice", "start");
  EXPECT_EQ(starts[0]["match"], "r1t1g1");
  EXPECT_EQ(starts[0]["players"], Json({"alice", "house"}));
  EXPECT_EQ(starts[1]["match"], "r1t1g2");
  EXPECT_EQ(starts[1]["players"], Json({"house", "alice"})) << "seats rotate";
  EXPECT_NE(fixture.received("alice", "end")[0]["seed"], Json());
  fixture.stop();
  const Json row = fixture.standing("alice");
  EXPECT_EQ(row["games"], Json(fixture.received("alice", "end").size()));
  EXPECT_LT(row["rating"]["elo"].get<int>(), 0) << "the house bot's is 0, and won";
  EXPECT_EQ(row["ladder"]["provisional"], true);
  EXPECT_NE(fixture.record("r1t1g1.jsonl"), "");
  EXPECT_THAT(fixture.lines().at(0),
              testing::ContainsRegex("^r1t1g1: 1. house [0-9]+ bricks, 2. alice [0-9]+ bricks"));
  fixture.until_told("alice", "the referee is stopping: no new game begins");
}

/// The numbers of alice's matches in the store.
std::vector<int> stored_matches(const TournamentFixture& fixture) {
  std::vector<int> numbers;
  for (const StoredAttempt& game : fixture.stored().games) {
    numbers.push_back(game.game_no);
  }
  return numbers;
}

/// What the standings say of alice in the end, after she has played so many matches.
Json row_after(const TournamentConfig& config, std::size_t matches) {
  TournamentFixture fixture(config);
  fixture.start({{"alice", always("left")}});
  fixture.until_received("alice", "end", matches);
  fixture.stop();
  return fixture.standing("alice");
}

TEST(Practice, ItsTableDoesNotCountAgainWhatItIncludes) {
  const TempFolder folder;
  const TournamentConfig config = practice(folder, {"alice"});
  const Json before = row_after(config, 3);
  StoreContent content = open_store(config.store, StoreAccess::read_only)->load();
  content.meta.erase(meta_key::kLadder);
  content.meta.erase(meta_key::kCounted);
  EXPECT_EQ(LadderSums(content, *config.format).table().matches(), before["games"].get<int>());
  for (const char* counted : {"[[0,1]]", "[[2,7],[0,1]]"}) {
    content.meta[meta_key::kCounted] = counted;
    EXPECT_EQ(LadderSums(content, *config.format).table().matches(), before["games"].get<int>() - 1)
        << counted;
  }
  for (const char* damaged : {"0:1", "[[0]]", "[[0,0]]", "[0,1]", "[[0,1]", "{}"}) {
    content.meta[meta_key::kCounted] = damaged;
    EXPECT_THROW(LadderSums(content, *config.format), fields::Exception) << damaged;
  }
}

TEST(Practice, AGameOfOneSeatIsRankedByItsMeanScore) {
  // Tournaments 9.5
  const TempFolder folder;
  TournamentConfig config = test_support::sums_tournament(folder, {"alice", "bob"}, {{"kind", "practice"}},
                                                          {{"seats", 1}, {"turns", 1}});
  TournamentFixture fixture(config);
  fixture.start({{"alice", always(2)}, {"bob", always(4)}});
  fixture.until_received("alice", "end", 2);
  fixture.until_received("bob", "end", 2);
  fixture.stop();
  EXPECT_EQ(fixture.standing("bob")["rank"], 1);
  EXPECT_EQ(fixture.standing("bob")["ladder"]["mean"], 4);
  EXPECT_EQ(fixture.standing("alice")["ladder"]["mean"], 2);
}

// Tournaments 9.5: the newest `keep` matches of each entrant are kept.
TEST(Practice, KeepsTheNewestMatches) {
  const TempFolder folder;
  {
    TournamentConfig config = practice(folder, {"alice"});
    config.keep = 2;
    TournamentFixture fixture(std::move(config));
    fixture.start();
    fixture.enter("alice", always("left"));
    fixture.until_received("alice", "start", 5);
    fixture.stop();
    fixture.until([&] { return stored_matches(fixture) == std::vector{4, 5}; });
    EXPECT_EQ(fixture.record("r1t1g3.jsonl"), "");
    EXPECT_NE(fixture.record("r1t1g4.jsonl"), "");
    EXPECT_NE(fixture.record("r1t1g5.jsonl"), "");
  }
  TournamentConfig config = practice(folder, {"alice"});
  config.keep = 1;  // fewer than at the start before
  TournamentFixture fixture(std::move(config));
  fixture.start({{"alice", always("left")}});
  fixture.until_received("alice", "start");
  EXPECT_EQ(fixture.received("alice", "start")[0]["match"], "r1t1g6") << "no name is used twice";
  EXPECT_EQ(fixture.record("r1t1g4.jsonl"), "");
  fixture.until([&] { return stored_matches(fixture).front() > 4; });  // it plays on meanwhile
}

TEST(Practice, ItsArbiterHasTheCommandsThatMakeSense) {
  const TempFolder folder;
  TournamentFixture fixture(practice(folder, {"alice"}));
  fixture.start();
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"start"},
                                             {"resume"},
                                             {"void", "r1t1g1"},
                                             {"rerun", "r1t1g1"},
                                             {"bye", "alice", "1", "half"},
                                             {"rounds", "3"},
                                             {"reveal"}}) {
    EXPECT_FALSE(fixture.ask(words).ok) << words.front();
  }
  const std::string status = fixture.ask({"status"}).text;
  EXPECT_THAT(status, HasSubstr("\nrunning: nothing\n"));
  EXPECT_THAT(status, testing::Not(HasSubstr("\npractice"))) << "what is played is the name's affair";
  EXPECT_THAT(status, HasSubstr("alice"));
  EXPECT_TRUE(fixture.ask({"withdraw", "alice"}).ok);
  fixture.enter("alice", always("left"));
  fixture.world().poll();
  EXPECT_TRUE(fixture.received("alice", "start").empty());
  EXPECT_TRUE(fixture.ask({"add", "alice"}).ok);
  fixture.until_received("alice", "start");
}

}  // namespace
}  // namespace referee
