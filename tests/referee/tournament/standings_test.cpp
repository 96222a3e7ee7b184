#include "referee/tournament/standings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/referee/tournament/histories.h"

namespace referee {
namespace {

using histories::bye;
using histories::draw;
using histories::forfeit;
using histories::history;
using histories::played;
using histories::win;

constexpr EncounterRules kDuel{2, 2};
constexpr auto kRoundRobin = Ranking::round_robin;
constexpr auto kSwiss = Ranking::swiss;

/// "1.a 2.b 2.c"
std::string order(const std::vector<StandingsRow>& rows) {
  std::string text;
  for (const StandingsRow& row : rows) {
    text.append(text.empty() ? "" : " ").append(std::to_string(row.rank)).append(".").append(row.name);
  }
  return text;
}

const StandingsRow& row_of(const std::vector<StandingsRow>& rows, const std::string& name) {
  return *std::ranges::find(rows, name, &StandingsRow::name);
}

/// Everybody against everybody, in rounds of one encounter: `a` beats b if a is in front, unless listed.
History all_play_all(std::size_t n, const std::vector<PlayedEncounter>& others) {
  std::vector<History::Round> rounds{{}};
  for (Entrant a = 0; a < n; ++a) {
    for (Entrant b = a + 1; b < n; ++b) {
      const auto listed = std::ranges::find_if(others, [&](const PlayedEncounter& e) {
        const auto& entrants = e.encounter.entrants;
        return (entrants[0] == a && entrants[1] == b) || (entrants[0] == b && entrants[1] == a);
      });
      rounds[0].push_back(listed == others.end() ? win(a, b) : *listed);
    }
  }
  return history(n, rounds);
}

TEST(Standings, OfAnEmptyTournament) {
  EXPECT_TRUE(standings_of(kDuel, kRoundRobin, {}, 0).empty());
  EXPECT_EQ(order(standings_of(kDuel, kSwiss, history(3, {}), 5)), "1.a 1.b 1.c");
}

TEST(Standings, AddUpPointsGamesWinsAndTimes) {
  History all = history(3, {{played({1, 0}, {{2, 0}, {1, 1}}), bye(2)}, {played({0, 2}, {{0, 2}, {2, 0}})}});
  GameTally& tally = all.rounds[0][0].games[1].tallies[0];
  tally.by_verdict[1] = 2;  // late
  tally.turns = 3;
  tally.used = Microseconds(9000);
  tally.worst = Microseconds(8000);
  const auto rows = standings_of(kDuel, kSwiss, all, 3);
  EXPECT_EQ(order(rows), "1.c 2.b 3.a");
  const StandingsRow& b = row_of(rows, "b");
  EXPECT_EQ(b.entrant, 1U);
  EXPECT_EQ(b.points, Points::whole(1));
  EXPECT_EQ(b.encounters, 1);
  EXPECT_EQ(b.games, 2);
  EXPECT_EQ(b.wins, 1);
  EXPECT_EQ(b.tally.turns, 4);
  EXPECT_EQ(b.tally.by_verdict[1], 2);
  EXPECT_EQ(b.tally.used, Microseconds(10500));
  EXPECT_EQ(b.tally.worst, Microseconds(8000));
  // A bye is worth a point, and no encounter.
  EXPECT_EQ(row_of(rows, "c").points, Points::halves(3));
  EXPECT_EQ(row_of(rows, "c").encounters, 1);
}

TEST(Standings, CountNothingOfAnEncounterThatGoesOn) {
  const auto rows = standings_of(kDuel, kSwiss, history(2, {{played({0, 1}, {{2, 0}})}}), 1);
  EXPECT_EQ(order(rows), "1.a 1.b");
  EXPECT_EQ(rows[0].points, Points());
  EXPECT_EQ(rows[0].games, 0);
}

TEST(Standings, LeaveOutStruckGames) {
  History all = history(2, {{played({0, 1}, {{2, 0}, {0, 2}})}});
  all.rounds[0][0].games[0].struck = true;
  const auto rows = standings_of(kDuel, kSwiss, all, 1);
  EXPECT_EQ(order(rows), "1.b 2.a");
  EXPECT_EQ(rows[0].games, 1);
  EXPECT_EQ(rows[0].tally.turns, 1);
}

TEST(Standings, HeadToHeadBreaksATie) {
  // a and b have 2 points of 3 each; b has beaten a.
  const auto rows = standings_of(kDuel, kRoundRobin, all_play_all(4, {win(1, 0), win(2, 1), win(3, 2)}), 3);
  EXPECT_EQ(order(rows), "1.b 2.a 3.d 4.c");
  EXPECT_EQ(rows[0].head_to_head, Points::whole(1));
  EXPECT_EQ(rows[1].head_to_head, Points());
}

// "when that splits the group, start again with head to head inside each smaller group"
TEST(Standings, HeadToHeadStartsAgainInASmallerGroup) {
  // a, b, c, d tie with 2.5. Among them a has 2.5, c and d 1.5, b 0.5. c has beaten d; all else is equal of
  // these two, Sonneborn-Berger too.
  const auto rows = standings_of(kDuel, kRoundRobin,
                                 all_play_all(6, {win(0, 1), win(0, 2), draw(0, 3), win(4, 0), win(5, 0),
                                                  draw(1, 2), win(3, 1), win(1, 4), win(1, 5), win(2, 3),
                                                  draw(2, 4), draw(2, 5), draw(3, 4), draw(3, 5), win(4, 5)}),
                                 5);
  EXPECT_EQ(order(rows), "1.e 2.a 3.c 4.d 5.b 6.f");
  EXPECT_EQ(row_of(rows, "c").points, Points::halves(5));
  EXPECT_EQ(row_of(rows, "c").head_to_head, row_of(rows, "d").head_to_head);
  EXPECT_DOUBLE_EQ(row_of(rows, "c").sonneborn_berger, row_of(rows, "d").sonneborn_berger);
}

TEST(Standings, ACircleSharesItsPlace) {
  const auto rows = standings_of(kDuel, kRoundRobin, all_play_all(4, {win(0, 1), win(1, 2), win(2, 0)}), 3);
  EXPECT_EQ(order(rows), "1.a 1.b 1.c 4.d");
  EXPECT_EQ(rows[0].head_to_head, Points::whole(1));
  EXPECT_DOUBLE_EQ(rows[0].sonneborn_berger, 2);
  EXPECT_EQ(rows[3].head_to_head, std::nullopt);
}

TEST(Standings, SonnebornBergerFollowsHeadToHead) {
  // a and b drew, and won one each: b against c, who has 2 points, a against d, who has 1.
  const auto rows = standings_of(
      kDuel, kRoundRobin, all_play_all(4, {draw(0, 1), win(1, 2), win(3, 1), win(0, 3), win(2, 0)}), 3);
  EXPECT_EQ(order(rows), "1.c 2.b 3.a 4.d");
  EXPECT_EQ(row_of(rows, "a").head_to_head, row_of(rows, "b").head_to_head);
  EXPECT_DOUBLE_EQ(row_of(rows, "a").sonneborn_berger, 1.75);
  EXPECT_DOUBLE_EQ(row_of(rows, "b").sonneborn_berger, 2.75);
}

// "only if each pair of the group has met at least once"
TEST(Standings, HeadToHeadNeedsThatAllHaveMet) {
  // b beat a, but c, tied with both, has met neither; Sonneborn-Berger puts a in front: it beat e.
  const auto rows = standings_of(
      kDuel, kSwiss, history(6, {{win(1, 0), win(2, 3), win(4, 5)}, {win(0, 4)}, {win(4, 3)}}), 3);
  EXPECT_EQ(row_of(rows, "a").points, row_of(rows, "c").points);
  EXPECT_EQ(row_of(rows, "a").head_to_head, std::nullopt);
  EXPECT_EQ(order(rows), "1.e 2.a 3.b 4.c 5.d 6.f");
}

TEST(Standings, HeadToHeadNeedsThatAllHaveMetEquallyOften) {
  // A circle but for a second win of a against b: its sum is greater only because it played once more.
  const auto rows = standings_of(
      kDuel, kRoundRobin,
      history(4, {{win(0, 1)}, {win(1, 2)}, {win(2, 0)}, {win(0, 1), win(2, 3)}, {win(1, 3)}}), 6);
  EXPECT_EQ(rows[0].points, rows[2].points);
  EXPECT_EQ(rows[0].head_to_head, std::nullopt);
}

TEST(Standings, BuchholzComesLastInASwiss) {
  // Round 1: a beats c, b beats d, e beats f. Round 2: e beats a and b loses to f ... a and b: one win each
  // over entrants without a point, so Sonneborn-Berger is 0; a lost to e (2), b to f (1).
  const History all = history(6, {{win(0, 2), win(1, 3), win(4, 5)}, {win(4, 0), win(5, 1), draw(2, 3)}});
  const auto rows = standings_of(kDuel, kSwiss, all, 2);
  const StandingsRow& a = row_of(rows, "a");
  const StandingsRow& b = row_of(rows, "b");
  EXPECT_EQ(a.points, b.points);
  EXPECT_DOUBLE_EQ(a.sonneborn_berger, 0.5);
  EXPECT_DOUBLE_EQ(b.sonneborn_berger, 0.5);
  EXPECT_DOUBLE_EQ(a.buchholz, 2.5);
  EXPECT_DOUBLE_EQ(b.buchholz, 1.5);
  EXPECT_EQ(order(rows), "1.e 2.f 3.a 4.b 5.c 5.d");
  // The round robin knows none.
  EXPECT_DOUBLE_EQ(row_of(standings_of(kDuel, kRoundRobin, all, 5), "a").buchholz, 0);
}

// "a round without an opponent counts the own points"
TEST(Standings, ARoundWithoutAnOpponentCountsTheOwnPoints) {
  const History all = history(4, {{win(0, 1), bye(2)}, {win(2, 0), forfeit(1, 3, 0)}, {win(0, 1)}});
  const auto rows = standings_of(kDuel, kSwiss, all, 3);
  // c: bye (own 2 x 1), beat a (2), nothing in round 3.
  const StandingsRow& c = row_of(rows, "c");
  EXPECT_DOUBLE_EQ(c.sonneborn_berger, 2 + 2);
  EXPECT_DOUBLE_EQ(c.buchholz, 2 + 2 + 2);
  // b: lost twice to a (2), won by forfeit (own 1).
  const StandingsRow& b = row_of(rows, "b");
  EXPECT_DOUBLE_EQ(b.sonneborn_berger, 1);
  EXPECT_DOUBLE_EQ(b.buchholz, 2 + 1 + 2);
  // d: came late, forfeited, was not paired: three times its own 0.
  EXPECT_DOUBLE_EQ(row_of(rows, "d").buchholz, 0);
}

TEST(Standings, ARoundThatGoesOnCountsAsOneWithoutAnOpponent) {
  const History all = history(4, {{win(0, 1), win(2, 3)}, {played({0, 2}, {}), draw(1, 3)}});
  const auto rows = standings_of(kDuel, kSwiss, all, 2);
  EXPECT_DOUBLE_EQ(row_of(rows, "a").buchholz, 0.5 + 1);
  EXPECT_DOUBLE_EQ(row_of(rows, "b").buchholz, 1 + 0.5);
}

TEST(Standings, TablesShareTheWeightOfTheirOpponents) {
  // Ranks a 1, b and c 2, d 4: 1, 1/2, 1/2, 0 points; then only b against d.
  const History all = history(4, {{played({0, 1, 2, 3}, {{9, 5, 5, 1}})}, {played({1, 3}, {{5, 1}})}});
  const auto rows = standings_of({4, 1}, kSwiss, all, 2);
  EXPECT_EQ(order(rows), "1.b 2.a 3.c 4.d");
  // b: 0 x 1 + 1/2 x 1/2 + 1 x 0, a third each; then 1 x 0.
  EXPECT_DOUBLE_EQ(row_of(rows, "b").sonneborn_berger, 0.25 / 3);
  EXPECT_DOUBLE_EQ(row_of(rows, "b").buchholz, 1.5 / 3);
  EXPECT_DOUBLE_EQ(row_of(rows, "a").sonneborn_berger, 2.0 / 3);
  EXPECT_DOUBLE_EQ(row_of(rows, "a").buchholz, 2.0 / 3 + 1);
}

// "A round-robin entrant withdrawn before half its games: its results are annulled."
TEST(Standings, BeforeHalfItsGamesAnEntrantIsAnnulled) {
  History all = history(4, {{win(3, 0), win(1, 2)}, {forfeit(3, 1, 1), win(0, 2)}});
  all.entrants[3].withdrawn = true;
  const auto rows = standings_of(kDuel, kRoundRobin, all, 3);
  EXPECT_EQ(order(rows), "1.a 1.b 3.c 4.d");
  EXPECT_TRUE(rows[3].annulled);
  EXPECT_EQ(rows[3].points, Points());
  EXPECT_EQ(rows[3].games, 0);
  // Neither the loss against d nor the forfeit won from it counts.
  EXPECT_EQ(row_of(rows, "a").encounters, 1);
  EXPECT_EQ(row_of(rows, "b").points, Points::whole(1));
  // Not withdrawn any more: all of it counts again.
  all.entrants[3].withdrawn = false;
  EXPECT_EQ(row_of(standings_of(kDuel, kRoundRobin, all, 3), "d").points, Points::whole(1));
  // A Swiss annuls nothing.
  all.entrants[3].withdrawn = true;
  EXPECT_EQ(row_of(standings_of(kDuel, kSwiss, all, 3), "d").points, Points::whole(1));
}

TEST(Standings, FromHalfItsGamesOnResultsStandAndForfeitsCount) {
  History all = history(3, {{win(2, 0)}, {forfeit(2, 1, 1)}, {draw(0, 1)}});
  all.entrants[2].withdrawn = true;
  const auto rows = standings_of(kDuel, kRoundRobin, all, 3);  // of three entrants each has two encounters
  EXPECT_EQ(order(rows), "1.b 2.c 3.a");
  EXPECT_TRUE(row_of(rows, "c").withdrawn);
  EXPECT_FALSE(row_of(rows, "c").annulled);
  // Of two cycles one encounter is less than half.
  EXPECT_TRUE(row_of(standings_of(kDuel, kRoundRobin, all, 6), "c").annulled);
}

TEST(Standings, AnEncounterToWhichNobodyCameIsNotPlayed) {
  History all = history(3, {{played({2, 0}, {{0, 1}, {0, 1}})}});
  all.entrants[2].withdrawn = true;
  EXPECT_FALSE(row_of(standings_of(kDuel, kRoundRobin, all, 3), "c").annulled);
  for (GameResult& game : all.rounds[0][0].games) {
    game.no_show[0] = true;
  }
  EXPECT_TRUE(row_of(standings_of(kDuel, kRoundRobin, all, 3), "c").annulled);
}

TEST(Standings, BothWithdrawnGetNothing) {
  const auto rows = standings_of(kDuel, kRoundRobin, history(2, {{forfeit(0, 1, {})}}), 1);
  EXPECT_EQ(rows[0].points, Points());
  EXPECT_EQ(rows[1].points, Points());
  EXPECT_EQ(rows[0].encounters, 0);
}

TEST(Standings, ThirdsCompareExactly) {
  // a: 1/3 three times; b: 1. With floating point these sums differ by one unit in the last place.
  std::vector<History::Round> rounds;
  for (int i = 0; i < 3; ++i) {
    rounds.push_back({played({2, 3, 0, 4}, {{4, 3, 2, 1}}), i == 0 ? bye(1) : forfeit(1, 5, {})});
  }
  const auto rows = standings_of({4, 1}, kSwiss, history(6, rounds), 3);
  EXPECT_EQ(row_of(rows, "a").points, row_of(rows, "b").points);
}

TEST(Standings, LongTournamentsDoNotOverflow) {
  std::vector<History::Round> rounds(30'000, {win(0, 1), draw(2, 3)});
  const auto rows = standings_of(kDuel, kSwiss, history(4, rounds), 30'000);
  EXPECT_DOUBLE_EQ(row_of(rows, "a").buchholz, 0);
  EXPECT_DOUBLE_EQ(row_of(rows, "c").buchholz, 30'000.0 * 15'000);
  EXPECT_DOUBLE_EQ(row_of(rows, "b").buchholz, 30'000.0 * 30'000);
}

}  // namespace
}  // namespace referee
