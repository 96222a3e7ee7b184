#include "referee/score/score_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "referee/score/score_report.h"
#include "tests/referee/score/sample_scores.h"

namespace referee::score {
namespace {

using testing::HasSubstr;
using testing::Not;

// "per item what was played, score, first fault with turn, view and answer, and the one command that replays
// it; stderr tail"
TEST(ScoreText, TellsAnItem) {
  ScoredItem item = samples::item("2", 12.5, 15);
  item.games = {samples::game("2.1"), samples::faulty("2.2", "illegal")};
  EXPECT_EQ(text_of(item),
            "2. item 2: 12.5 of 15 points, 3.8 s\n"
            "  measured  mean score 88, asked: at least 100\n"
            "  against   2 x sample:lightcycle_dumb, sample:lightcycle_smart\n"
            "  game  instance  result                      first fault  seat  faults\n"
            "  2.1   seed 7    first, 88 : 54 : 31 : 12.5                  1       0\n"
            "  2.2   seed 7    third, 54 : 88 : 31 : 12.5  illegal         1       2\n"
            "  fault     game 2.2, turn 12: illegal: not a cell: [1,2]\n"
            "  view      {\"turn\":12,\"cycles\":[[1,2]]}\n"
            "  answer    [[1,2]]\n"
            "  ended     exit status 1: IndexError: list index out of range\n"
            "  replay    referee match lightcycle --seed 7\n"
            "  record    out/records/2.2.jsonl\n"
            "  stderr\n"
            "    | Traceback (most recent call last):\n"
            "    | IndexError: list index out of range\n");
}

TEST(ScoreText, TellsTheFirstGameIfNoneHasAFault) {
  const std::string text = text_of(samples::item("1", 0, 15));
  EXPECT_THAT(text, HasSubstr("  replay    referee match lightcycle --seed 7\n"));
  EXPECT_THAT(text, Not(HasSubstr("\n  fault ")));
}

TEST(ScoreText, OpponentsThatDifferHaveAColumn) {
  ScoredItem item = samples::item("1", 0, 15);
  item.games = {samples::game("1.1"), samples::game("1.2")};
  item.games[1].opponents = {"sample:x"};
  EXPECT_THAT(text_of(item), HasSubstr("  1.2   seed 7    sample:x  "));
}

TEST(ScoreText, OpponentsMaySitElsewhere) {
  ScoredItem item = samples::item("1", 0, 15);
  item.games = {samples::game("1.1"), samples::game("1.2")};
  item.games[0].opponents = {"a", "b", "a"};
  item.games[1].opponents = {"b", "a", "a"};
  EXPECT_THAT(text_of(item), HasSubstr("  against   2 x a, b\n"));
}

TEST(ScoreText, LongViewsAreCutAndCommandsStayWhole) {
  ScoredItem item = samples::item("1", 0, 15);
  item.games = {samples::faulty("1.1", "late")};
  item.games[0].fault->view = std::string(1'000'000, '9');
  item.games[0].fault->answer = "";
  item.games[0].replay = "referee match --option 'map=" + std::string(200, 'x') + "' --bot 'it'\\''s'";
  const std::string text = text_of(item);
  EXPECT_LT(text.size(), 4000U);
  EXPECT_THAT(text, HasSubstr("9... (the"));
  EXPECT_THAT(text, HasSubstr("1000000")) << "it says how much there is";
  EXPECT_THAT(text, HasSubstr("  answer    none\n"));
  EXPECT_THAT(text, HasSubstr(item.games[0].replay + "\n"));
}

TEST(ScoreText, CutsNoWordAndSaysThatThereIsMore) {
  std::string words;
  for (int i = 0; i < 2000; ++i) {
    words += "whole ";
  }
  ScoredItem item = samples::item("1", 0, 15);
  item.games = {samples::faulty("1.1", "late")};
  item.games[0].instance = "a name of twenty four c";
  item.games[0].fault->message = words;
  const std::string text = text_of(item);
  EXPECT_THAT(text, HasSubstr("a name of twenty four c"));
  EXPECT_THAT(text, HasSubstr("12000"));
  std::istringstream read(text.substr(text.find("whole")));
  std::string word;
  int count = 0;
  for (; read >> word && word == "whole"; ++count) {
  }
  EXPECT_GT(count, 500) << "a reason of a usual length is never cut";
  EXPECT_EQ(word, "...") << "the last word is whole";
}

TEST(ScoreText, TellsEachKindOfFaultOfAllGames) {
  using protocol::Verdict;
  ScoredItem item = samples::item("2", 0, 15);
  item.games = {samples::game("2.1"), samples::faulty("2.2", "late"), samples::faulty("2.3", "illegal")};
  item.games[1].fault_kinds = {{Verdict::late, 3, 1, "no answer in 5 ms"}};
  item.games[2].fault_kinds = {{Verdict::illegal, 1, 7, "no word: 'C:\\x'"}, {Verdict::late, 2, 0, "slow"}};
  EXPECT_THAT(text_of(item),
              HasSubstr("  faults    late: 5 times in 2 games, first in game 2.2, turn 1: no answer in 5 ms\n"
                        "            illegal: once, in game 2.3, turn 7: no word: 'C:\\x'\n"
                        "  fault     game 2.2, turn 12: late: "));
}

TEST(ScoreText, WhatIsSafeIsNeitherEscapedNorCut) {
  ScoredItem item = samples::item("1", 0, 15);
  item.games = {samples::faulty("1.1", "malformed")};
  item.games[0].fault->message = "not JSON: 'C:\\x'";
  item.games[0].fault->answer = R"("a\nb")";
  item.games[0].how_bot_ended = "exit status 1: C:\\temp";
  item.games[0].stderr_tail = "\tC:\\temp\r\n" + std::string(300, 'x') + "\n";
  item.games[0].stderr_cut = true;
  item.games[0].stderr_file = "out/bots/alice.stderr";
  const std::string text = text_of(item);
  EXPECT_THAT(text, HasSubstr("malformed: not JSON: 'C:\\x'\n"));
  EXPECT_THAT(text, HasSubstr("  answer    \"a\\nb\"\n"));
  EXPECT_THAT(text, HasSubstr("  ended     exit status 1: C:\\temp\n"));
  EXPECT_THAT(text, HasSubstr("  stderr    its last lines; all of it is in out/bots/alice.stderr\n"
                              "    | \tC:\\temp\n"
                              "    | " +
                              std::string(300, 'x') + "\n"));
}

TEST(ScoreText, ShowsAllThatWasKeptOfWhatWasWritten) {
  ScoredItem item = samples::item("1", 0, 15);
  item.games[0].stderr_tail = "first\n";
  for (int i = 1; i <= 12; ++i) {
    item.games[0].stderr_tail += "2. item 2: 15 of 15 points\x1b[2K\n";  // looks like a line of the report
  }
  const std::string text = text_of(item);
  EXPECT_THAT(text, HasSubstr("  stderr\n    | first\n"));
  EXPECT_THAT(text, HasSubstr("\n    | 2. item 2: 15 of 15 points\\x1b[2K\n"));
  EXPECT_THAT(text, Not(HasSubstr("\n2. item 2")));
}

TEST(ScoreText, SaysWhyAnItemWasNotPlayed) {
  ScoredItem item;
  item.number = "4";
  item.name = "maze";
  item.max_points = 10;
  item.why_not = "the deadline came";
  EXPECT_EQ(text_of(item), "4. maze: not played\n  why       the deadline came\n");
}

TEST(ScoreText, OfAHiddenItemSaysLittle) {
  EXPECT_EQ(text_of(for_student(samples::secret_item("2", Visibility::hidden), true)),
            "2. item 2: 4 of 10 points (hidden)\n  faults    illegal, late\n");
  EXPECT_EQ(text_of(for_student(samples::secret_item("2", Visibility::after_published), false)),
            "2. item 2: 4 of 10 points (not yet published)\n  faults    illegal, late\n");
}

TEST(ScoreText, SumsUp) {
  EXPECT_EQ(text_of(samples::all().at("stopped")),
            "Light Cycle, phase 1 (lightcycle): alice\n"
            "     item                     points  of\n"
            "  1  item 1       partial       12.5  15\n"
            "  2  item 2       none             0  15\n"
            "  3  item 3       partial          3   4\n"
            "  4  never begun  not played       0  10\n"
            "15.5 of 44 points; 34 needed: not reached\n"
            "not finished: games that were not played give no points\n"
            "sandbox basic, seed 42, 12.8 s\n");
  EXPECT_THAT(text_of(samples::all().at("build_failed")), HasSubstr("\nbuild: failed\n"
                                                                    "  why       exit status 1\n"
                                                                    "  command   gcc *.c -o iap\n"
                                                                    "    | a.c:1: error: what\n"
                                                                    "    | <?>&\\x1b[2J\n"));
}

}  // namespace
}  // namespace referee::score
