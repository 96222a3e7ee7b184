// C.07, Articles 8, 9, 15 and 16: what opponents are worth, and rounds without one.
#include <gtest/gtest.h>

#include "tests/referee/tournament/histories.h"
#include "tests/referee/tournament/standings/tie_breaks/lists.h"

namespace referee {
namespace {

using histories::bye;
using histories::draw;
using histories::encounter;
using histories::forfeit;
using histories::history;
using histories::played;
using histories::win;
using tie_break_lists::round_robin;
using tie_break_lists::swiss;

PlayedEncounter half_bye(Entrant entrant) { return {encounter({entrant}, Encounter::Kind::half_bye), {}}; }
PlayedEncounter zero_bye(Entrant entrant) { return {encounter({entrant}, Encounter::Kind::zero_bye), {}}; }

/// Won by `a`, as `b` was absent.
PlayedEncounter no_show(Entrant a, Entrant b) {
  PlayedEncounter result = win(a, b);
  for (GameResult& game : result.games) {
    game.no_show[1] = true;
  }
  return result;
}

/// The value in a Swiss that ends with the last round of `history`.
std::string value(const History& history, const char* code, Entrant entrant) {
  return tie_break_lists::value(swiss({}, static_cast<int>(history.rounds.size())), history, code, entrant);
}

Points as_opponent(const History& history, Entrant entrant) {
  return tie_breaker_of(swiss({}, 9), history).opposition().as_opponent(entrant);
}

/// a 2.5 points, b 1.5, c 1, d 0. a has a half-point bye at the end, b has one before its last game; d has no
/// game after round 1.
History with_byes() {
  return history(4, {{win(0, 1), win(2, 3)}, {win(0, 2), half_bye(1)}, {win(1, 2), half_bye(0)}});
}

// 16.3.2: requested byes "followed only by VURs", or in the last round, count as draws; 16.3.1: others, and
// forfeit losses, count at the points awarded.
TEST(UnplayedRounds, ForItsOpponentsAByeIsADrawIfNothingFollows) {
  const History all = with_byes();
  EXPECT_EQ(as_opponent(all, 0), Points::halves(5)) << "half a point is what a draw is worth";
  EXPECT_EQ(as_opponent(all, 1), Points::halves(3));
  EXPECT_EQ(as_opponent(all, 2), Points::whole(1));
  EXPECT_EQ(as_opponent(all, 3), Points::whole(1))
      << "16.1.1: every round after a withdrawal is a zero-point bye";
  EXPECT_EQ(value(all, "BH", 2), "5") << "d 1, a 2.5, b 1.5";
  // A zero-point bye, then one that it plays: awarded. Then a bye and a forfeit loss: one draw and nothing.
  const History late = history(3, {{zero_bye(0), draw(1, 2)},
                                   {win(1, 0), bye(2)},
                                   {zero_bye(0), draw(1, 2)},
                                   {forfeit(0, 1, 1), bye(2)}});
  EXPECT_EQ(as_opponent(late, 0), Points::halves(1));
  // A late entrant has zero-point byes for the rounds before.
  EXPECT_EQ(as_opponent(history(3, {{win(0, 1)}, {win(2, 0), bye(1)}}), 2), Points::whole(1));
}

// 16.4.2: "against a dummy whose score is the own one", at most a draw's points times the number of rounds
TEST(UnplayedRounds, ForItselfAByeIsAGameAgainstADummy) {
  const History all = with_byes();
  EXPECT_EQ(value(all, "BH", 0), "4") << "b 1.5, c 1, dummy 1.5: three draws, and not its own 2.5";
  EXPECT_EQ(value(all, "BH", 1), "5") << "a 2.5, dummy 1.5, c 1";
  EXPECT_EQ(value(all, "BH", 3), "1") << "c 1, and twice its own 0";
  EXPECT_EQ(value(all, "SB", 0), "3.25") << "1 x 1.5, 1 x 1, 1/2 x 1.5";
  EXPECT_EQ(value(all, "SB", 1), "1.75") << "0 x 2.5, 1/2 x 1.5, 1 x 1";
  // A pairing-allocated bye counts as a win against the dummy.
  const History with_bye = history(3, {{win(0, 1), bye(2)}, {win(0, 2), bye(1)}});
  EXPECT_EQ(value(with_bye, "BH", 2), "3") << "dummy 1, a 2";
  EXPECT_EQ(value(with_bye, "SB", 2), "1");
}

// 16.4.1: in a forfeit at most "the scheduled opponent's adjusted score"
TEST(UnplayedRounds, ForItselfAForfeitIsAGameAgainstADummyNoBetterThanTheOpponent) {
  for (const PlayedEncounter& won : {no_show(0, 1), forfeit(0, 1, 0)}) {
    const History all = history(4, {{won, win(2, 3)}, {win(0, 2), win(1, 3)}});
    EXPECT_EQ(value(all, "BH", 0), "2") << "1 for b, not its own 2; c 1";
    EXPECT_EQ(value(all, "SB", 0), "2");
    EXPECT_EQ(value(all, "BH", 1), "1") << "its own 1, not a's 2; d 0";
    EXPECT_EQ(value(all, "SB", 1), "0") << "0 x 1, 1 x 0";
  }
  // Both were absent: no entrant gets points for it.
  const History none = history(4, {{forfeit(0, 1, {}), win(2, 3)}, {win(0, 2), win(1, 3)}});
  EXPECT_EQ(value(none, "BH", 0), "2") << "its own 1; c 1";
  EXPECT_EQ(value(none, "SB", 0), "1");
}

// 16.5: with voluntary unplayed rounds the lowest contribution of these is cut first, "as long as it is not
// lower than the least significant value"
TEST(UnplayedRounds, AreCutFirst) {
  const History all = with_byes();
  EXPECT_EQ(value(all, "BH/C1", 0), "2.5") << "the dummy's 1.5 goes, c's 1 stays";
  EXPECT_EQ(value(all, "BH/C1", 1), "3.5") << "the same";
  EXPECT_EQ(value(all, "BH/C2", 1), "2.5") << "then c's 1";
  EXPECT_EQ(value(all, "BH/M1", 1), "1") << "the dummy's 1.5, then a's 2.5";
  EXPECT_EQ(value(all, "BH/C1", 2), "4") << "it has none: d's 1";
  EXPECT_EQ(value(all, "BH/M2", 2), "0") << "no more than there is";
  EXPECT_EQ(value(all, "SB/C1", 0), "2.25") << "the dummy's 0.75 is lower than 1 x 1 against c, the lowest";
  EXPECT_EQ(value(all, "BH/C1", 3), "1") << "a dummy's 0";
}

// 16.5.2: "after determining the lowest contribution coming from a VUR, and the least significant value, cut
// the higher of these two". The lowest contribution is a product, not that of the lowest dummy
// (TIE_BREAKS.md).
TEST(UnplayedRounds, SonnebornBergerCutsTheHigherOfTwoValues) {
  // a: half-point bye, beat b, beat c, was absent against d, drew with e: 3 points of 5.
  PlayedEncounter half = bye(0);
  half.encounter.kind = Encounter::Kind::half_bye;
  const History all = history(6, {{half, win(1, 4), win(3, 2)},
                                  {win(0, 1), win(3, 5), win(4, 2)},
                                  {win(0, 2), win(3, 4), win(1, 5)},
                                  {no_show(3, 0), win(1, 2), draw(4, 5)},
                                  {draw(0, 4), win(3, 1), win(5, 2)}});
  // Points: a 3, b 3, c 0, d 5, e 2, f 1.5. Products: the bye 1/2 x 2.5 = 1.25, b 3, c 0, the forfeit 0 x 3 =
  // 0, e 1/2 x 2 = 1. The lowest voluntary one is 0; the least significant value is c's 0: the forfeit goes.
  EXPECT_EQ(value(all, "SB", 0), "5.25");
  EXPECT_EQ(value(all, "SB/C1", 0), "5.25") << "by the dummy's score, 2.5, the bye would have gone: 4";
  EXPECT_EQ(value(all, "SB/C2", 0), "4") << "then the bye's 1.25 is higher than c's 0";
}

// 14.1: SB/C1 leaves out "the product for the lowest-scoring opponent; if several ... the lowest of their
// products"
TEST(SonnebornBerger, CutsTheLowestOpponentNotTheLowestProduct) {
  // a beat d (0) and c (1), and lost to b (3).
  const History all = history(4, {{win(0, 3), win(1, 2)}, {win(1, 0), win(2, 3)}, {win(0, 2), win(1, 3)}});
  EXPECT_EQ(value(all, "SB", 0), "1");
  EXPECT_EQ(value(all, "SB/C1", 0), "1") << "d's 0, though 0 x 3 is no less";
  EXPECT_EQ(value(all, "SB/C2", 0), "0") << "then c's 1";
}

TEST(UnplayedRounds, OneThatGoesOnIsOneAgainstADummy) {
  const History all = history(4, {{win(0, 1), win(2, 3)}, {played({0, 2}, {}), draw(1, 3)}});
  EXPECT_EQ(value(all, "BH", 0), "1.5") << "b 0.5, its own 1";
  EXPECT_EQ(value(all, "SB", 0), "0.5");
  EXPECT_EQ(value(all, "BH/C1", 0), "1") << "it is not voluntary";
}

// 8.3: "as if all paired games for the final round had ended in draws"
TEST(ForeBuchholz, TakesTheFinalRoundAsDrawn) {
  History all = history(4, {{win(0, 1), win(2, 3)}, {win(0, 2), no_show(1, 3)}});
  EXPECT_EQ(value(all, "BH", 0), "2") << "b 1, c 1";
  EXPECT_EQ(value(all, "FB", 0), "2") << "b 0.5, c 1.5";
  EXPECT_EQ(value(all, "FB", 1), "2") << "a 1.5, d 0.5, though d did not come";
  EXPECT_EQ(value(all, "FB/C1", 1), "1.5");
  // The value is known as soon as that round is paired.
  all.rounds[1] = history(4, {{}, {played({0, 2}, {}), played({1, 3}, {})}}).rounds[1];
  EXPECT_EQ(value(all, "FB", 0), "2");
  // Before the final round the value is that of Buchholz.
  EXPECT_EQ(tie_break_lists::value(swiss({}, 5), with_byes(), "FB", 1), value(with_byes(), "BH", 1));
  EXPECT_EQ(value(with_byes(), "FB", 0), "4") << "b 1, c 1.5; the bye is not paired, and stays one: 1.5";
}

// 8.2: the average Buchholz of "the opponents played over the board"
TEST(OpponentsBuchholz, IsTheirMean) {
  const History all = with_byes();
  EXPECT_EQ(value(all, "AOB", 0), "5") << "b 5, c 5";
  EXPECT_EQ(value(all, "AOB", 2), "3 1/3") << "d 1, a 4, b 5";
  EXPECT_EQ(value(history(2, {{no_show(0, 1)}}), "AOB", 0), "none") << "no opponent was played";
}

// 9.2: points against those who "scored at least 50% of the maximum"
TEST(Koya, CountsPointsAgainstTheUpperHalf) {
  const auto rules = round_robin({}, 3);
  const History all =
      history(4, {{win(0, 1), win(2, 3)}, {draw(0, 2), draw(1, 3)}, {win(3, 0), forfeit(1, 2, 0)}});
  // Points: a 1.5, b 1.5, c 1.5, d 1.5: each half of three.
  EXPECT_EQ(tie_break_lists::value(rules, all, "KS", 0), "1.5");
  EXPECT_EQ(tie_break_lists::value(rules, all, "KS", 1), "1.5") << "a forfeit is a game of a round robin";
  const History clear = history(4, {{win(0, 1), win(2, 3)}, {win(0, 2), win(1, 3)}, {win(0, 3), win(1, 2)}});
  EXPECT_EQ(tie_break_lists::value(rules, clear, "KS", 0), "1") << "b has 2 of 3, c and d have not";
  // With an odd number of entrants the free round does not count: half of the two points is one.
  const History odd = history(3, {{win(0, 1)}, {win(1, 2)}, {win(2, 0)}});
  EXPECT_EQ(tie_break_lists::value(round_robin({}, 2), odd, "KS", 0), "1");
}

// 15.2: in a round robin forfeits "are treated as regular games"
TEST(RoundRobin, KnowsNoDummy) {
  const auto rules = round_robin({}, 2);
  const History all = history(3, {{no_show(0, 1)}, {win(1, 2)}, {draw(2, 0)}});
  EXPECT_EQ(tie_break_lists::value(rules, all, "SB", 0), "1.25") << "1 x 1 for b, 1/2 x 0.5 for c";
  EXPECT_EQ(tie_break_lists::value(rules, all, "SB", 1), "0.5") << "0 x 1.5, 1 x 0.5";
  EXPECT_EQ(tie_break_lists::value(rules, all, "SB/C1", 1), "0")
      << "c is the lowest; a forfeit is not cut first";
}

// At larger tables: results of pairs, opponents averaged over the others at the table (TIE_BREAKS.md).
TEST(Tables, ShareTheWeightOfTheirOpponents) {
  // Ranks a 1, b and c 2, d 4: 1, 1/2, 1/2, 0 points; then b before d: 1, 0; and byes.
  const History all =
      history(4, {{played({0, 1, 2, 3}, {{9, 5, 5, 1}})}, {played({1, 3}, {{5, 1}}), bye(0), bye(2)}});
  const auto rules = swiss({}, 2, {4, 1});
  const auto of = [&](const char* code, Entrant entrant) {
    return tie_break_lists::value(rules, all, code, entrant);
  };
  // Points a 2, b 1.5, c 1.5, d 0.
  EXPECT_EQ(of("BH", 1), "1 1/6") << "a third of 2 + 1.5 + 0, then 0";
  EXPECT_EQ(of("SB", 1), "0.25") << "a third of 0 x 2 + 1/2 x 1.5 + 1 x 0, then 1 x 0";
  EXPECT_EQ(of("BH", 0), "2") << "a third of 1.5 + 1.5 + 0; the dummy 1";
  EXPECT_EQ(of("SB", 0), "2");
  EXPECT_EQ(of("BH/C1", 1), "1 1/6") << "a round is cut, with all its opponents";
  EXPECT_EQ(of("KS", 2), "1/6") << "1/2 a third against b, 0 against a; b and a have half of two";
  EXPECT_EQ(of("AOB", 3), "1 5/8") << "of a 2, b 1 1/6, c 2 1/6 and b again";
}

TEST(Tables, SomebodyWhoDidNotComeIsAForfeitOfThatPairOnly) {
  History all = history(4, {{played({0, 1, 2}, {{9, 5, -1}})}, {played({2, 3, 1}, {{9, 8, 7}})}});
  all.rounds[0].edit()[0].games[0].no_show[2] = true;
  const auto rules = swiss({}, 2, {3, 1});
  // Points: a 1, b 1/2, c 0 + 1, d 1/2.
  EXPECT_EQ(tie_break_lists::value(rules, all, "BH/C1", 0), "0.75")
      << "half of b 0.5 and of a dummy for c, 1; the bye at the end goes, a dummy of 1";
  EXPECT_EQ(tie_break_lists::value(rules, all, "BH/C1", 2), "0.5")
      << "the forfeit goes, dummies 1 for a and 0.5 for b; half of d 0.5 and b 0.5";
  EXPECT_EQ(tie_break_lists::value(rules, all, "WON", 0), "1");
  EXPECT_EQ(tie_break_lists::value(rules, all, "WIN", 2), "1");
}

}  // namespace
}  // namespace referee
