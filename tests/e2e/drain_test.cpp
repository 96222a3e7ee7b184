#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <string>
#include <utility>
#include <vector>

#include "tests/e2e/tournament_match.h"

// A tournament that is stopped: "SIGTERM: no new matches, running ones end, reports written, exit 0; a second
// one stops at once."

namespace e2e {
namespace {

using testing::Each;
using testing::HasSubstr;
using testing::UnorderedElementsAre;

class Drain : public TournamentMatch {
 protected:
  /// Two tables, both in the middle of their first game.
  void begin() {
    serve(walls(2, all_dialled(names_)));
    for (const std::string& name : names_) {
      bots_.push_back(join(name));
    }
    for (DialIn& bot : bots_) {
      bot.next("start");
    }
  }
  void interrupt() {
    referee().signal(SIGTERM);
    EXPECT_TRUE(referee().wait_for_error("no more matches begin"));
  }
  void let_them_play() {
    for (DialIn& bot : bots_) {
      play_on(std::move(bot));
    }
    bots_.clear();
  }
  /// Starts it again, and all bots dial in.
  void play_the_rest() {
    serve_again();
    for (const std::string& name : names_) {
      play_on(join(name));
    }
    finish();
    expect_no_faults(names_);
    EXPECT_EQ(sum_of_games(), 2U * 2 * 2);
  }
  std::size_t sum_of_games() const {
    std::size_t games = 0;
    const Json page = standings();
    for (const Json& encounter : page.at("encounters")) {
      games += encounter.at("games").size();
    }
    return games;
  }

  const std::vector<std::string> names_ = {"anna", "bert", "cleo", "dora"};
  std::vector<DialIn> bots_;
};

TEST_F(Drain, RunningMatchesEndAndCountAndNoneBegin) {
  begin();
  interrupt();
  let_them_play();
  referee().wait();
  EXPECT_EQ(referee().code(), 0) << referee().err();
  EXPECT_THAT(byes(), Each("the referee is stopping"));
  EXPECT_THAT(referee().out(), HasSubstr("\nnot over: the same command goes on with it\n"));
  EXPECT_EQ(standings().at("finished"), false);
  EXPECT_EQ(sum_of_games(), 2U);
  const Json first = record_of("r1t1g1").last();
  EXPECT_EQ(first.at("status"), "done");
  EXPECT_FALSE(has_record("r1t1g2"));

  play_the_rest();
  EXPECT_EQ(record_of("r1t1g1").last(), first);  // never played again
  EXPECT_EQ(record_files().size(), 2U * 2 * 2);
}

TEST_F(Drain, WhoeverPlaysMayComeBackMeanwhile) {
  begin();
  interrupt();
  bots_.push_back(join("anna"));
  EXPECT_EQ(bots_.back().next("wait").at("reason"), "your match goes on");
  let_them_play();
  referee().wait();
  EXPECT_EQ(referee().code(), 0) << referee().err();
  const std::string stopping = "the referee is stopping";
  EXPECT_THAT(byes(), UnorderedElementsAre("replaced", stopping, stopping, stopping, stopping));
  EXPECT_EQ(sum_of_games(), 2U);
}

TEST_F(Drain, SecondSignalStopsAtOnceAndWhatRanIsPlayedAgain) {
  begin();
  interrupt();
  referee().signal(SIGTERM);
  referee().wait();
  EXPECT_EQ(referee().code(), kBySignal + SIGTERM) << referee().err();
  for (DialIn& bot : bots_) {
    EXPECT_THAT(bot.next("error").at("message").get<std::string>(),
                HasSubstr("the match is void: interrupted by signal 15"));
    EXPECT_EQ(bot.next("bye").at("reason"), "the referee is stopping");
    bot.close();
  }
  EXPECT_EQ(sum_of_games(), 0U);
  for (const char* const match : {"r1t1g1", "r1t2g1"}) {
    EXPECT_FALSE(has_record(match));
    const Json last = record_of(std::string(match) + ".a1").last();
    EXPECT_EQ(last.at("status"), "void");
    EXPECT_EQ(last.at("why"), "interrupted by signal 15");
  }

  play_the_rest();
  EXPECT_EQ(record_of("r1t1g1").header().at("attempt"), 2);
  EXPECT_EQ(record_of("r2t1g1").header().at("attempt"), 1);
}

// Nothing runs yet: there is nothing to wait for.
TEST_F(Drain, EndsTheWaitForEntrants) {
  serve(walls(2, all_dialled(names_)));
  play_on(join("anna"));
  referee().signal(SIGINT);
  referee().wait();
  EXPECT_EQ(referee().code(), 0) << referee().err();
  EXPECT_THAT(byes(), Each("the referee is stopping"));
  EXPECT_EQ(standings().at("finished"), false);
  play_the_rest();
}

// The match is called, and the referee would wait for its bot for a minute.
TEST_F(Drain, EndsTheWaitForAnEntrantThatIsCalled) {
  Json config = walls(1, all_dialled({"anna", "bert"}));
  config["start"] = {{"when", "manual"}};
  serve(config);
  DialIn anna = join("anna");
  EXPECT_EQ(ctl({"start"}).code(), 0);
  while (anna.next("wait").at("reason") != "match r1t1g1 is called") {
  }
  interrupt();
  play_on(std::move(anna));
  referee().wait();
  EXPECT_EQ(referee().code(), 0) << referee().err();
  EXPECT_THAT(byes(), Each("the referee is stopping"));
  EXPECT_EQ(sum_of_games(), 0U);
  EXPECT_TRUE(record_files().empty());
}

}  // namespace
}  // namespace e2e
