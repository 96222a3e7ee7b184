#include "referee/tournament/run/practice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/tournament_fixture.h"

namespace referee {
namespace {

using test_support::always;
using test_support::TempFolder;
using test_support::TournamentHall;
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
  // Tournaments 9.5: match after match, seats move on, nothing is ranked, until the referee is stopped.
  const TempFolder folder;
  TournamentHall hall(practice(folder, {"alice"}));
  hall.start();
  hall.enter("alice", always("left"));
  hall.until_heard("alice", "end", 2);
  const auto starts = hall.heard("alice", "start");
  EXPECT_EQ(starts[0]["match"], "r1t1g1");
  EXPECT_EQ(starts[0]["players"], Json({"alice", "house"}));
  EXPECT_EQ(starts[1]["match"], "r1t1g2");
  EXPECT_EQ(starts[1]["players"], Json({"house", "alice"})) << "seats rotate";
  EXPECT_NE(hall.heard("alice", "end")[0]["seed"], Json());
  hall.drain();
  hall.play();
  EXPECT_FALSE(std::filesystem::exists(hall.config().reports / "standings.json"));
  EXPECT_NE(hall.record("r1t1g1.jsonl"), "");
  EXPECT_THAT(hall.lines().at(0), StartsWith("r1t1g1: 1. house 2, 2. alice 0"));
  hall.until_told("alice", "the referee is stopping: no more matches begin");
}

TEST(Practice, ANewNameComesInAtAnyTime) {
  const TempFolder folder;
  TournamentHall hall(practice(folder, {"alice"}));
  hall.start();
  hall.enter("alice", always("left"));
  hall.until_heard("alice", "end");
  hall.dial("bob", always("left"), "");
  hall.until_heard("bob", "end");
  EXPECT_EQ(hall.heard("bob", "start")[0]["match"], "r1t2g1");
  EXPECT_TRUE(hall.heard("bob", "welcome")[0].contains("token"));
}

TEST(Practice, WhoLeavesAndComesBackGoesOn) {
  const TempFolder folder;
  {
    TournamentHall hall(practice(folder, {"alice"}));
    hall.start();
    hall.enter("alice", always("left"));
    hall.until_heard("alice", "end");
    hall.drain();
    hall.play();
  }
  TournamentHall hall(practice(folder, {"alice"}));
  const std::size_t before = hall.opening().content.games.size();
  hall.start();
  hall.enter("alice", always("left"));
  hall.until_heard("alice", "start");
  EXPECT_EQ(hall.heard("alice", "start")[0]["match"], "r1t1g" + std::to_string(before + 1))
      << "no name of a match is used twice";
}

TEST(Practice, ItsArbiterHasTheCommandsThatMakeSense) {
  const TempFolder folder;
  TournamentHall hall(practice(folder, {"alice"}));
  hall.start();
  for (const char* command : {"start", "pause", "resume", "void", "rerun"}) {
    const ControlReply reply = hall.ask({command, "r1t1g1"});
    EXPECT_FALSE(reply.ok);
    EXPECT_EQ(reply.text, std::string("'") + command + "' is for tournaments: this is open practice");
  }
  EXPECT_THAT(hall.ask({"status"}).text, HasSubstr("alice"));
  EXPECT_TRUE(hall.ask({"withdraw", "alice"}).ok);
  hall.enter("alice", always("left"));
  hall.world().poll();
  EXPECT_TRUE(hall.heard("alice", "start").empty());
  EXPECT_TRUE(hall.ask({"add", "alice"}).ok);
  hall.until_heard("alice", "start");
}

}  // namespace
}  // namespace referee
