#include "referee/series/run/match_summary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "engines/registry.h"
#include "tests/support/harm.h"

namespace referee {
namespace {

using namespace std::chrono_literals;

PlayedAttempt a_game() {
  PlayedAttempt game;
  game.job.spec.id = "walls-1g1";
  game.job.spec.game = engines::find_game("walls");
  game.record = "out/records/walls-1g1.jsonl";
  game.how_bots_ended = {"exit status 1: oops", ""};
  game.bot_stderr = {MarkedText("oops\n"), MarkedText()};
  game.result.scores = {2, 0.5};
  game.result.rank = {1, 2};
  game.result.turns = 61;
  game.result.seats.resize(2);
  game.result.seats[0] = {"alice", 0, {30, 1}, 31, 31'000us, 2'500us, {}};
  game.result.seats[1] = {"bob", 0, {}, 0, 0us, 0us, {}};
  return game;
}

TEST(MatchSummary, ShowsEverySeat) {
  EXPECT_EQ(
      summary_of(a_game()),
      "walls-1g1: 61 turns\n"
      "  seat  bot    rank  score  turns  mean ms  worst ms  faults\n"
      "  0     alice     1      2     31    1.000     2.500  late 1\n"
      "  1     bob       2    0.5      0        -     0.000       -\n"
      "  clock   at most 1000 ms a turn (ms); 20000 ms of wall time a turn (wall_ms); 60000 ms of silence "
      "(silence_ms); --clock gives other times\n"
      "  alice ended with exit status 1: oops\n"
      "  record  out/records/walls-1g1.jsonl\n");
}

TEST(MatchSummary, SaysWhatDecidesAGameWhoseScoresAreOnlyPointsForIt) {
  PlayedAttempt game = a_game();
  game.result.outcome = {{"bricks", {12, 8}}};
  EXPECT_THAT(summary_of(game), testing::ContainsRegex("rank  bricks  turns"));
  EXPECT_THAT(summary_of(game), testing::ContainsRegex("alice +1 +12 +31"));
}

TEST(MatchSummary, TellsEachKindOfFault) {
  PlayedAttempt game = a_game();
  game.result.record =
      "{\"record\":1}\n"
      R"({"turn":3,"answers":[{"seat":1,"verdict":"illegal","fault":"'C:\\x': no\u001b such word"}]})"
      "\n"
      R"({"turn":4,"answers":[{"seat":1,"verdict":"late","fault":"no answer in 5 ms"}]})"
      "\n"
      R"({"turn":5,"answers":[{"seat":1,"verdict":"illegal","fault":"another reason"}]})"
      "\n";
  EXPECT_THAT(summary_of(game),
              testing::HasSubstr("  faults of bob\n"
                                 "    illegal: 2 times, first at turn 3: 'C:\\x': no\\x1b such word\n"
                                 "    late: once, at turn 4: no answer in 5 ms\n"
                                 "  record "));
}

TEST(MatchSummary, AfterABadEndShowsWhatTheBotWrote) {
  PlayedAttempt game = a_game();
  game.bot_stderr = {MarkedText("File \"C:\\bot.py\", line 3\n" + std::string(200, 'x') + "\n\x1b[2Joops\n"),
                     MarkedText("all is well\n")};
  EXPECT_THAT(summary_of(game), testing::HasSubstr("  alice ended with exit status 1: oops\n"
                                                   "  stderr of alice\n"
                                                   "    | File \"C:\\bot.py\", line 3\n"
                                                   "    | " +
                                                   std::string(200, 'x') +
                                                   "\n"
                                                   "    | \\x1b[2Joops\n"
                                                   "  record "));
}

TEST(MatchSummary, AnAbsentPlayerWhoDialsInIsNamed) {
  PlayedAttempt game = a_game();
  game.result.no_show = {1};
  EXPECT_THAT(summary_of(game), testing::HasSubstr("not played: bob was absent\n"));
  EXPECT_THAT(summary_of(game),
              testing::HasSubstr("  bob was absent: it was not connected when the game began\n"));
  game.result.why_absent = {"no hello"};
  EXPECT_THAT(summary_of(game), testing::HasSubstr("  bob was absent: no hello\n"));
  game.result.no_show = {0, 1};
  EXPECT_THAT(summary_of(game), testing::HasSubstr("not played: alice and bob were absent\n"));
}

TEST(MatchSummary, AVoidGameSaysWhy) {
  PlayedAttempt game = a_game();
  game.result.is_void = true;
  game.result.why = "a fault";
  EXPECT_EQ(summary_of(game), "walls-1g1: does not count: a fault\n  record  out/records/walls-1g1.jsonl\n");
  game.result.record = R"({"turn":3,"answers":[{"seat":0,"verdict":"late","fault":"no answer in 5 ms"}]})"
                       "\n";
  EXPECT_THAT(summary_of(game),
              testing::HasSubstr("  faults of alice\n    late: once, at turn 3: no answer in 5 ms\n"))
      << "so far";
}

// ---- one seat ----

PlayedAttempt a_solo(double score) {
  PlayedAttempt game;
  game.job.spec.id = "superball-1g1";
  game.job.spec.game = engines::find_game("superball");
  game.record = "out/records/superball-1g1.jsonl";
  game.how_bots_ended = {""};
  game.bot_stderr = {MarkedText()};
  game.result.scores = {score};
  game.result.rank = {1};
  game.result.turns = 40;
  game.result.seats.resize(1);
  game.result.seats[0] = {"alice", 0, {39, 1}, 40, 40'000us, 2'500us, {}};
  return game;
}

TEST(MatchSummary, AloneAtATableNobodyHasARank) {
  EXPECT_EQ(
      summary_of(a_solo(1234)),
      "superball-1g1: 40 turns\n"
      "  seat  bot    score  turns  mean ms  worst ms  faults\n"
      "  0     alice   1234     40    1.000     2.500  late 1\n"
      "  clock   at most 1000 ms a turn (ms); 20000 ms of wall time a turn (wall_ms); 60000 ms of silence "
      "(silence_ms); --clock gives other times\n"
      "  record  out/records/superball-1g1.jsonl\n");
}

TEST(MatchSummary, AnAbsentPlayerIsOne) {
  PlayedAttempt game = a_solo(0);
  game.result.turns = 0;
  game.result.no_show = {0};
  game.result.seats[0] = {"alice", 0, {}, 0, 0us, 0us, {}};
  EXPECT_EQ(summary_of(game),
            "superball-1g1: not played: alice was absent\n"
            "  seat  bot    score  turns  mean ms  worst ms  faults\n"
            "  0     alice      0      0        -     0.000       -\n"
            "  alice was absent: it was not connected when the game began\n"
            "  record  out/records/superball-1g1.jsonl\n");
}

TEST(MatchSummary, HoldsNoHarmfulCharacters) {
  const std::string harm(test_support::kHarm);
  PlayedAttempt game = a_game();
  game.record = harm;
  game.how_bots_ended = {harm, harm};
  game.bot_stderr = {MarkedText(harm + "\n" + harm), MarkedText(harm)};
  for (MatchResult::Seat& seat : game.result.seats) {
    seat.player = harm;
  }
  EXPECT_EQ(test_support::harm_in(summary_of(game)), "");
  game.result.is_void = true;
  game.result.why = harm;
  EXPECT_EQ(test_support::harm_in(summary_of(game)), "");
}

}  // namespace
}  // namespace referee
