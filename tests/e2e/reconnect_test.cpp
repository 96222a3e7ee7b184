#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/e2e/tournament_match.h"

// Lost connections, and bots that run twice, in a tournament.

namespace e2e {
namespace {

class Reconnect : public TournamentMatch {
 protected:
  /// Anna, played by the test, against bert, an honest bot.
  DialIn begin() {
    serve(walls(1, all_dialled({"anna", "bert"})));
    play_on(join("bert"));
    return join("anna");
  }
  /// Answers `count` turns; returns the next one, which is open.
  static Json play_turns(DialIn& anna, int turns) {
    for (int i = 0; i < turns; ++i) {
      anna.answer(anna.next("turn"));
    }
    return anna.next("turn");
  }
  void finish_without_faults() {
    finish();
    expect_no_faults({"anna", "bert"});
    EXPECT_EQ(record_files().size(), 2U);
  }
};

// "After a reconnect in mid-match the referee sends welcome, wait and start again, then, if hello said
// "resume":true, one past for each turn before the open one, then the open turn."
TEST_F(Reconnect, ResumesInMidMatchWithThePastInOrder) {
  DialIn before = begin();
  const Json start = before.next("start");
  const Json open = play_turns(before, 3);
  before.close();

  DialIn after = join("anna", {{"resume", true}});
  EXPECT_EQ(after.next().at("reason"), "your match goes on");
  EXPECT_EQ(after.next(), start);
  for (int turn = 0; turn < open.at("turn"); ++turn) {
    const Json past = after.next();
    EXPECT_EQ(past.at("type"), "past");
    EXPECT_EQ(past.at("match"), start.at("match"));
    EXPECT_EQ(past.at("turn"), turn);
  }
  const Json again = after.next();
  EXPECT_EQ(again.at("type"), "turn");
  EXPECT_EQ(again.at("turn"), open.at("turn"));
  EXPECT_EQ(again.at("view"), open.at("view"));
  after.answer(again);
  play_on(std::move(after));
  finish_without_faults();
}

TEST_F(Reconnect, WithoutResumeThereIsNoPast) {
  DialIn before = begin();
  const Json open = play_turns(before, 3);
  before.close();
  DialIn after = join("anna");
  EXPECT_EQ(after.next().at("type"), "wait");
  EXPECT_EQ(after.next().at("type"), "start");
  const Json again = after.next();
  EXPECT_EQ(again.at("type"), "turn");
  EXPECT_EQ(again.at("turn"), open.at("turn"));
  after.answer(again);
  play_on(std::move(after));
  finish_without_faults();
}

// "Between rounds a bot may disconnect freely", and between games: it is waited for.
TEST_F(Reconnect, BotMayLeaveBetweenGames) {
  DialIn before = begin();
  before.play();
  before.close();
  play_on(join("anna"));
  finish_without_faults();
}

// "The newest authenticated connection of a name wins, the old one gets bye replaced."
TEST_F(Reconnect, NewestConnectionPlaysOn) {
  DialIn old = begin();
  const Json open = play_turns(old, 1);
  DialIn young = join("anna");
  EXPECT_EQ(old.next("bye").at("reason"), "replaced");
  EXPECT_TRUE(old.at_end());
  const Json again = young.next("turn");
  EXPECT_EQ(again.at("match"), open.at("match"));
  EXPECT_EQ(again.at("turn"), open.at("turn"));
  young.answer(again);
  play_on(std::move(young));
  finish_without_faults();
}

// "after 5 take-overs a minute the newest waits (retry_after_ms)"
TEST_F(Reconnect, SixthTakeOverInAMinuteHasToWait) {
  std::vector<DialIn> connections;
  connections.push_back(begin());
  for (int i = 0; i < 5; ++i) {
    const Json open = play_turns(connections.back(), 1);
    connections.push_back(join("anna"));
    EXPECT_EQ(connections[connections.size() - 2].next("bye").at("reason"), "replaced");
    connections.back().answer(open);
  }
  const Json error = refusal("anna", {{"token", token_of("anna")}});
  EXPECT_EQ(code_of(error), "take_over");
  EXPECT_GT(error.at("retry_after_ms"), 0);
  EXPECT_LE(error.at("retry_after_ms"), 60'000);
  play_on(std::move(connections.back()));  // the bot that has the connection keeps it
  finish_without_faults();
}

}  // namespace
}  // namespace e2e
