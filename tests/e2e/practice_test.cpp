#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <string>
#include <utility>

#include "tests/e2e/tournament_match.h"

// Open practice: "whoever connects plays house bots at once, until stopped".

namespace e2e {
namespace {

using testing::Each;

class Practice : public TournamentMatch {
 protected:
  static Json config() {
    Json json = walls(1, Json::array());
    json["format"] = {{"kind", "practice"}};
    json["registration"] = "open";
    json["house_bot"] = {sample_bot("walls_random"), "--seed", "1"};
    return json;
  }
  DialIn enter(const std::string& name) { return join(name, {{"token", ""}}); }
  void drain() {
    referee().signal(SIGTERM);
    EXPECT_TRUE(referee().wait_for_error("no more matches begin"));
  }
  void end() {
    referee().wait();
    EXPECT_EQ(referee().code(), 0) << referee().err();
    EXPECT_THAT(byes(), Each("the referee is stopping"));
  }
};

TEST_F(Practice, WhoeverConnectsPlaysTheHouseAgainAndAgain) {
  serve(config());
  DialIn anna = enter("anna");
  EXPECT_EQ(anna.next("start").at("players"), Json({"anna", "house"}));
  EXPECT_EQ(anna.play().at("match"), "r1t1g1");
  EXPECT_EQ(anna.next("start").at("players"), Json({"house", "anna"}));  // seats change from match to match
  EXPECT_EQ(anna.play().at("match"), "r1t1g2");
  EXPECT_EQ(anna.next("start").at("match"), "r1t1g3");
  DialIn bert = enter("bert");  // in the middle of anna's game
  EXPECT_EQ(bert.next("start").at("match"), "r1t2g1");
  drain();
  play_on(std::move(anna));
  play_on(std::move(bert));
  end();
  EXPECT_EQ(record_files().size(), 4U);
  for (const char* const match : {"r1t1g1", "r1t1g2", "r1t1g3", "r1t2g1"}) {
    EXPECT_EQ(record_of(match).last().at("status"), "done") << match;
  }
}

TEST_F(Practice, GamesAreCountedOnAfterARestart) {
  serve(config());
  DialIn anna = enter("anna");
  const Json token = welcome().at("token");
  anna.next("start");
  drain();
  play_on(std::move(anna));
  end();
  serve_again();
  DialIn again = join("anna", {{"token", token}});
  EXPECT_EQ(again.next("start").at("match"), "r1t1g2");
  drain();
  play_on(std::move(again));
  end();
}

TEST_F(Practice, WhoeverLeavesIsWaitedForAndPlaysOn) {
  serve(config());
  DialIn anna = enter("anna");
  const Json token = welcome().at("token");
  const Json open = anna.next("turn");
  anna.close();
  DialIn again = join("anna", {{"token", token}});
  EXPECT_EQ(again.next("turn").at("match"), open.at("match"));
  again.answer(open);
  drain();
  play_on(std::move(again));
  end();
  EXPECT_EQ(record_of("r1t1g1").verdicts(0), times(9, "ok"));
}

}  // namespace
}  // namespace e2e
