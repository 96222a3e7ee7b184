// C.07, Article 7: tie-breaks that count an entrant's own rounds.
#include <gtest/gtest.h>

#include "tests/referee/tournament/histories.h"
#include "tests/referee/tournament/standings/tie_breaks/lists.h"

namespace referee {
namespace {

using histories::bye;
using histories::draw;
using histories::forfeit;
using histories::history;
using histories::played;
using histories::win;
using tie_break_lists::round_robin;
using tie_break_lists::swiss;

/// a: won from the first seat, drew from the second, won a forfeit from the second, had a bye, won from the
/// second.
History five_rounds() {
  PlayedEncounter lost_from_first = played({1, 0}, {{0, 2}, {0, 2}});
  return history(3, {{win(0, 1)}, {draw(2, 0)}, {forfeit(1, 0, 1)}, {bye(0)}, {lost_from_first}});
}

std::string value(const char* code, Entrant entrant) {
  return tie_break_lists::value(swiss({}, 5), five_rounds(), code, entrant);
}

// 7.1: rounds in which the points of a win were obtained "with or without playing"; 7.2 to 7.4: "over the
// board"
TEST(OwnResults, CountRounds) {
  EXPECT_EQ(value("WIN", 0), "4");
  EXPECT_EQ(value("WON", 0), "2");
  EXPECT_EQ(value("BPG", 0), "2") << "the draw, and the last one";
  EXPECT_EQ(value("BWG", 0), "1");
  EXPECT_EQ(value("WIN", 1), "0");
  EXPECT_EQ(value("BPG", 1), "1");
  EXPECT_EQ(value("BWG", 1), "0");
}

TEST(OwnResults, OverTheBoardLeavesForfeitsOutInARoundRobinToo) {
  const auto rules = round_robin({}, 2);
  const History all = history(3, {{forfeit(0, 1, 0)}, {win(1, 2)}, {win(2, 0)}});
  EXPECT_EQ(tie_break_lists::value(rules, all, "WIN", 0), "1") << "15.2: a forfeit is a game like any other";
  EXPECT_EQ(tie_break_lists::value(rules, all, "WON", 0), "0");
  EXPECT_EQ(tie_break_lists::value(rules, all, "BPG", 0), "1");
  EXPECT_EQ(tie_break_lists::value(rules, all, "BPG", 1), "0");
}

// 7.5: the sum of the score after each round; 14.1: PS/C1 leaves out that after round 1
TEST(OwnResults, AddUpTheScoresAfterEachRound) {
  EXPECT_EQ(value("PS", 0), "13") << "1, 1.5, 2.5, 3.5, 4.5";
  EXPECT_EQ(value("PS/C1", 0), "12");
  EXPECT_EQ(value("PS/C2", 0), "10.5");
  EXPECT_EQ(value("PS", 2), "2") << "0, 0.5, 0.5, 0.5, 0.5";
}

TEST(OwnResults, OfATableOfFourAWinIsToBeTheOnlyFirst) {
  const History all =
      history(4, {{played({0, 1, 2, 3}, {{5, 5, 1, 0}})}, {played({1, 0, 2, 3}, {{5, 3, 1, 0}})}});
  const auto rules = swiss({}, 2, {4, 1});
  EXPECT_EQ(tie_break_lists::value(rules, all, "WIN", 0), "0");
  EXPECT_EQ(tie_break_lists::value(rules, all, "WIN", 1), "1");
  EXPECT_EQ(tie_break_lists::value(rules, all, "WON", 1), "1");
  EXPECT_EQ(tie_break_lists::value(rules, all, "PS", 0), "2 1/3") << "5/6, and 2/3 more";
}

// 7.6: "rounds minus half-point byes, zero-point byes and forfeit losses"
TEST(OwnResults, RoundsElectedLeaveVoluntaryOnesOut) {
  EXPECT_EQ(value("REP", 0), "5");
  EXPECT_EQ(value("REP", 1), "2") << "it lost a forfeit, and was in no encounter of two rounds";
  EXPECT_EQ(value("REP", 2), "1");
}

// 7.7: rounds with more points than the scheduled opponent, or without one than a draw, and half of the equal
// ones
TEST(OwnResults, StandardPointsCompareWithTheOpponent) {
  EXPECT_EQ(value("STD", 0), "4.5");
  EXPECT_EQ(value("STD", 1), "0");
  EXPECT_EQ(value("STD", 2), "0.5");
  const History nobody = history(2, {{forfeit(0, 1, {})}});
  EXPECT_EQ(tie_break_lists::value(swiss({}, 1), nobody, "STD", 0), "0.5")
      << "both forfeited: as many points";
}

// 7.8
TEST(OwnResults, TheLowerPairingNumberComesFirst) {
  const TieBreaker breaker =
      tie_breaker_of(swiss(tie_break_lists::list({"TPN"}), 1), history(2, {{draw(1, 0)}}));
  EXPECT_EQ(breaker.value(tie_break_lists::one("TPN"), 1)->exact_text(), "2");
  EXPECT_EQ(breaker.ranked({1, 0}), (std::vector<std::vector<Entrant>>{{0}, {1}}));
}

}  // namespace

}  // namespace referee
