#include "referee/tournament/standings/standings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "referee/tournament/standings/encounter_state.h"
#include "tests/referee/tournament/histories.h"
#include "tests/referee/tournament/standings/tie_breaks/lists.h"

namespace referee {
namespace {

using histories::bye;
using histories::encounter;
using histories::history;
using histories::played;
using histories::win;

// Tournaments 5.3: at a table of four the others keep their results against each other.
TEST(Annulment, LeavesTheOthersOfATableTheirResults) {
  const History all = history(4, {{played({0, 1, 2, 3}, {{9, 3, 5, 1}, {9, 0, 5, 7}})}});
  const History left = without_annulled(all, {true, false, false, false});
  ASSERT_EQ(left.rounds.at(0).size(), 1U);
  const PlayedEncounter& table = left.rounds[0][0];
  EXPECT_EQ(table.encounter.entrants, (std::vector<Entrant>{1, 2, 3}));
  EXPECT_EQ(table.games[0].scores, (std::vector<double>{3, 5, 1}));
  EXPECT_EQ(table.games[1].scores, (std::vector<double>{0, 5, 7}));
  EXPECT_EQ(table.games[0].no_show.size(), 3U);
  EXPECT_EQ(table.games[0].tallies.size(), 3U);
  const EncounterState state = state_of({.seats = 4, .best_of = 2}, table.encounter, table.games);
  EXPECT_EQ(state.rank, (std::vector<int>{3, 1, 2}));
}

// Tournaments 5.3: results against annulled entrants count for nobody.
TEST(Annulment, LeavesNothingOfATableOfOne) {
  const History all = history(4, {{played({0, 1, 2, 3}, {{4, 3, 2, 1}})}, {win(2, 3), win(0, 1)}});
  const History left = without_annulled(all, {true, false, true, true});
  EXPECT_TRUE(left.rounds.at(0).empty());
  EXPECT_TRUE(left.rounds.at(1).empty());
  EXPECT_EQ(without_annulled(all, {false, false, false, true}).rounds.at(1).size(), 1U);
  EXPECT_EQ(left.entrants.size(), 4U);
}

TEST(Annulment, KeepsTheWinnerOfAForfeit) {
  PlayedEncounter given{encounter({0, 1, 2, 3}, Encounter::Kind::forfeit), {}};
  given.encounter.winner = 2;
  const History all = history(4, {{given}});
  const History left = without_annulled(all, {true, false, false, false});
  EXPECT_EQ(left.rounds.at(0).at(0).encounter.winner, 1U);
  EXPECT_EQ(without_annulled(all, {false, false, true, false}).rounds.at(0).at(0).encounter.winner,
            std::nullopt);
}

TEST(Annulment, ChangesNothingElse) {
  const History all = history(3, {{win(0, 1), bye(2)}});
  const History left = without_annulled(all, {false, false, false});
  EXPECT_EQ(left.rounds.at(0).size(), 2U);
  EXPECT_EQ(left.rounds[0][1].encounter, all.rounds[0][1].encounter);
}

using histories::bye;
using histories::draw;
using histories::forfeit;
using histories::history;
using histories::played;
using histories::win;

using tie_break_lists::list;
using tie_break_lists::round_robin;
using tie_break_lists::swiss;

/// The rules of a Swiss with the default tie-breaks.
StandingsRules swiss(int rounds, EncounterRules encounters = {2, 2}) {
  return swiss(default_tie_breaks(false), rounds, encounters);
}
StandingsRules round_robin(int each) { return round_robin(default_tie_breaks(true), each); }

std::string shown(const std::optional<TieBreakValue>& value) { return value ? value->exact_text() : "-"; }

/// Ranks and names: "1.a 2.b 2.c".
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

/// Each pair meets, one encounter a round: the smaller number wins, unless `others` has the encounter.
History all_play_all(std::size_t n, const std::vector<PlayedEncounter>& others) {
  std::vector<History::Round> rounds;
  for (Entrant a = 0; a < n; ++a) {
    for (Entrant b = a + 1; b < n; ++b) {
      const auto listed = std::ranges::find_if(others, [&](const PlayedEncounter& e) {
        const auto& entrants = e.encounter.entrants;
        return (entrants[0] == a && entrants[1] == b) || (entrants[0] == b && entrants[1] == a);
      });
      rounds.push_back({listed == others.end() ? win(a, b) : *listed});
    }
  }
  return history(n, rounds);
}

/// The rules of a round robin by score.
StandingsRules by_score(int each, EncounterRules encounters = {2, 2}) {
  StandingsRules rules = round_robin(default_tie_breaks(true), each, encounters);
  rules.by_score = true;
  return rules;
}

// Tournaments 9.6: the mean of the game's own scores ranks, and points decide between equal means.
TEST(Standings, ByScoreTheMeanRanksBeforeThePoints) {
  const History all = history(3, {{played({0, 1}, {{3, 2}, {3, 2}})},
                                  {played({0, 2}, {{1, 0}, {1, 0}})},
                                  {played({1, 2}, {{9, 9}, {2, 2.5}})}});
  EXPECT_EQ(order(standings_of(round_robin(2), all)), "1.a 2.c 3.b");
  const auto rows = standings_of(by_score(2), all);
  EXPECT_EQ(order(rows), "1.b 2.c 3.a");
  EXPECT_DOUBLE_EQ(rows[0].scores->summary.mean, 15.0 / 4);
  EXPECT_EQ(rows[0].scores->rounds.at(2).played, (std::vector<double>{9, 2}));
  EXPECT_EQ(order(standings_of(by_score(1), history(2, {{played({0, 1}, {{1, 2}, {2, 1}})}}))), "1.a 1.b");
  EXPECT_EQ(order(standings_of(by_score(2), history(3, {{played({0, 1}, {{0.1, 0.3}, {0.5, 0.3}})},
                                                        {played({1, 2}, {{0.3, 0.6}, {0.3, 0}})}}))),
            "1.b 2.a 2.c")
      << "equal means, whatever the last bits of their sums";
}

// Tournaments 9.6: a missed or forfeited game is a 0, or the lowest score if that is less.
TEST(Standings, ByScoreAMissedGameIsNoAdvantage) {
  PlayedEncounter absent = played({0, 1}, {{1, 0}, {1, 0}});
  for (GameResult& game : absent.games) {
    game.no_show = {false, true};
    game.tallies.assign(2, {});
  }
  History all = history(3, {{absent}, {played({1, 2}, {{8, -5}, {8, 7}})}, {forfeit(0, 2, 1)}});
  const auto rows = standings_of(by_score(2), all);
  const auto scores = [&](const char* name) { return *row_of(rows, name).scores; };
  EXPECT_EQ(scores("b").summary.mean, 4) << "8 and 8, and two of 0";
  EXPECT_EQ(scores("a").summary.count, 2U) << "the 1 against nobody is no score of the game";
  EXPECT_EQ(scores("a").summary.mean, 0);
  EXPECT_EQ(scores("c").summary.mean, 1) << "a forfeit that it won adds no score";
  EXPECT_EQ(order(rows), "1.b 2.c 3.a");
  all = history(2, {{played({0, 1}, {{-5, 7}, {-5, 7}})}, {forfeit(0, 1, 1)}});
  EXPECT_EQ(row_of(standings_of(by_score(2), all), "a").scores->for_missed, -5);
}

// Tournaments 9.6: at larger tables the others play on without it.
TEST(Standings, ByScoreWhoHasLeftLargerTablesHasMissedTheirGames) {
  History all = history(3, {{played({0, 1, 2}, {{9, 1, 1}})}, {played({1, 2}, {{1, 1}})}});
  EXPECT_EQ(row_of(standings_of(by_score(2, {3, 1}), all), "a").scores->summary.mean, 9);
  all.entrants[0].withdrawn = true;
  EXPECT_EQ(row_of(standings_of(by_score(2, {3, 1}), all), "a").scores->summary.mean, 4.5);
}

// Tournaments 10.2: after a late entry points a match rank, as long as entrants have different numbers.
TEST(Standings, PointsAMatchRankWhileEntrantsHaveDifferentNumbersOfMatches) {
  StandingsRules rules = round_robin(default_tie_breaks(true), 2);
  rules.by_points_a_match = true;
  History all = history(4, {{win(0, 1)}, {win(0, 2)}, {win(1, 2)}, {win(3, 0)}});
  EXPECT_EQ(order(standings_of(round_robin(2), all)), "1.a 2.d 3.b 4.c");
  const auto rows = standings_of(rules, all);
  EXPECT_EQ(order(rows), "1.d 2.a 3.b 4.c") << "1 of 1, 2 of 3, 1 of 2, 0 of 2";
  EXPECT_EQ(row_of(rows, "a").decided, 3);
  all.rounds.push_back({win(1, 3)});
  all.rounds.push_back({forfeit(2, 3, 1)});
  EXPECT_EQ(order(standings_of(rules, all)), order(standings_of(round_robin(2), all)))
      << "all have three, a forfeit is one";
  EXPECT_FALSE(tie_breaker_of(rules, all).ranks_by_points_a_match());
}

// Tournaments 10.2: equal points a match are equal, however many matches; then tie-breaks decide.
TEST(Standings, EqualPointsAMatchAreDecidedByTieBreaksNotByPoints) {
  StandingsRules rules = round_robin(list({"TPN"}), 2);
  rules.by_points_a_match = true;
  const History all = history(4, {{draw(3, 2), win(0, 1)}, {draw(3, 1)}, {draw(3, 0)}, {draw(0, 1)}});
  EXPECT_EQ(order(standings_of(rules, all)), "1.a 2.c 3.d 4.b") << "2 of 3, 1/2 of 1, 1 1/2 of 3, 1 of 3";
}

TEST(Standings, OfAnEmptyTournament) {
  EXPECT_TRUE(standings_of(round_robin(0), {}).empty());
  EXPECT_EQ(order(standings_of(swiss(5), history(3, {}))), "1.a 1.b 1.c");
}

TEST(Standings, AddUpPointsGamesWinsAndTimes) {
  History all = history(3, {{played({1, 0}, {{2, 0}, {1, 1}}), bye(2)}, {played({0, 2}, {{0, 2}, {2, 0}})}});
  GameTally& tally = all.rounds[0].edit()[0].games[1].tallies[0];
  tally.by_verdict[1] = 2;  // late
  tally.turns = 3;
  tally.used = Microseconds(9000);
  tally.worst = Microseconds(8000);
  const auto rows = standings_of(swiss(3), all);
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

// Tournaments 3.5: only decided encounters count.
TEST(GameTally, AddsUpAndKeepsTheWorstTime) {
  GameTally sum{{3, 1}, 4, Microseconds(4000), Microseconds(2500)};
  sum += GameTally{{2, 0}, 2, Microseconds(1000), Microseconds(900)};
  EXPECT_EQ(sum.by_verdict[0], 5);
  EXPECT_EQ(sum.by_verdict[1], 1);
  EXPECT_EQ(sum.turns, 6);
  EXPECT_EQ(sum.used, Microseconds(5000));
  EXPECT_EQ(sum.worst, Microseconds(2500)) << "the later games were all quicker";
}

TEST(Standings, CountNothingOfAnEncounterThatGoesOn) {
  const auto rows = standings_of(swiss(1), history(2, {{played({0, 1}, {{2, 0}})}}));
  EXPECT_EQ(order(rows), "1.a 1.b");
  EXPECT_EQ(rows[0].points, Points());
  EXPECT_EQ(rows[0].games, 0);
}

// Tournaments 7.1: a struck game counts for nobody.
TEST(Standings, LeaveOutStruckGames) {
  History all = history(2, {{played({0, 1}, {{2, 0}, {0, 2}})}});
  all.rounds[0].edit()[0].games[0].struck = true;
  const auto rows = standings_of(swiss(1), all);
  EXPECT_EQ(order(rows), "1.b 2.a");
  EXPECT_EQ(rows[0].games, 1);
  EXPECT_EQ(rows[0].tally.turns, 1);
}

// Tournaments 10.2: points, then tie-breaks one after the other.
TEST(Standings, ApplyTheTieBreaksInTheOrderOfTheList) {
  // a and b have 2 points of 3; b beat a, and a beat opponents with more points.
  const History all = all_play_all(4, {win(1, 0), win(2, 1), win(3, 2)});
  EXPECT_EQ(order(standings_of(round_robin(list({"DE", "SB"}), 3), all)), "1.b 2.a 3.d 4.c");
  EXPECT_EQ(order(standings_of(round_robin(list({"WIN"}), 3), all)), "1.a 1.b 3.c 3.d");
  EXPECT_EQ(order(standings_of(round_robin({}, 3), all)), "1.a 1.b 3.c 3.d") << "points only";
  const auto rows = standings_of(round_robin(list({"WIN", "DE", "SB"}), 3), all);
  EXPECT_EQ(order(rows), "1.b 2.a 3.d 4.c");
  ASSERT_EQ(rows[0].tie_breaks.size(), 3U);
  EXPECT_EQ(shown(rows[0].tie_breaks[0]), "2");
  EXPECT_EQ(shown(rows[0].tie_breaks[1]), "1");
  EXPECT_EQ(shown(rows[1].tie_breaks[1]), "0");
}

/// "1.a 2.b" with the staff bots in brackets.
std::string order_with_staff(const History& all) {
  std::vector<StandingsRow> rows = standings_of(round_robin({}, 3), all);
  take_staff_places(rows);
  std::string text;
  for (const StandingsRow& row : rows) {
    const std::string one = std::to_string(row.rank) + "." + row.name;
    text += (text.empty() ? "" : " ") + (row.staff ? "(" + one + ")" : one);
  }
  return text;
}

// Tournaments 10.5: a staff bot has no place, and equal ones stand below it.
TEST(TakeStaffPlaces, LetsTheNextOnesMoveUp) {
  History all = all_play_all(4, {win(0, 1), win(0, 2), win(0, 3), win(1, 2), win(1, 3), win(2, 3)});
  EXPECT_EQ(order_with_staff(all), "1.a 2.b 3.c 4.d");
  all.entrants[1].staff = true;
  EXPECT_EQ(order_with_staff(all), "1.a (2.b) 2.c 3.d");
  all.entrants[0].staff = all.entrants[3].staff = true;
  EXPECT_EQ(order_with_staff(all), "(1.a) (1.b) 1.c (2.d)");
}

// Tournaments 10.5
TEST(TakeStaffPlaces, ThoseEqualToAStaffBotShareThePlaceBelowIt) {
  History all = all_play_all(4, {win(0, 1), win(1, 2), win(2, 0)});
  ASSERT_EQ(order_with_staff(all), "1.a 1.b 1.c 4.d");
  all.entrants[1].staff = true;
  EXPECT_EQ(order_with_staff(all), "(1.b) 1.a 1.c 3.d");
  all.entrants[0].staff = all.entrants[2].staff = true;
  EXPECT_EQ(order_with_staff(all), "(1.a) (1.b) (1.c) 1.d");
}

// Tournaments 10.5: its games count for the others.
TEST(TakeStaffPlaces, LeavesPointsAndTieBreaksAsTheyWere) {
  History all = all_play_all(4, {win(1, 0), win(2, 1), win(3, 2)});
  const auto before = standings_of(round_robin(list({"DE", "SB"}), 3), all);
  all.entrants[3].staff = true;
  auto after = standings_of(round_robin(list({"DE", "SB"}), 3), all);
  take_staff_places(after);
  for (const StandingsRow& row : before) {
    const auto found = std::ranges::find(after, row.entrant, &StandingsRow::entrant);
    EXPECT_EQ(found->points, row.points);
    EXPECT_EQ(shown(found->tie_breaks[1]), shown(row.tie_breaks[1]));
  }
}

// C.07, 4.2: the next tie-break is for "each subgroup of participants still tied".
TEST(Standings, ATieBreakComparesOnlyThoseWhoAreStillTied) {
  // a, b and c have two points each, in a circle. b has the smallest progressive score; a and c have met.
  const History all = history(5, {{win(0, 1), win(2, 3)}, {win(1, 2), win(0, 4)}, {win(2, 0), win(1, 3)}});
  EXPECT_EQ(order(standings_of(swiss(list({"DE"}), 3), all)), "1.a 1.b 1.c 4.d 4.e");
  const auto rows = standings_of(swiss(list({"PS", "DE"}), 3), all);
  EXPECT_EQ(order(rows), "1.a 2.c 3.b 4.d 4.e") << "progressive: a 5, c 4, b 3";
  EXPECT_EQ(shown(rows[0].tie_breaks[1]), "-") << "nobody is tied with it any more";
  EXPECT_EQ(shown(rows[0].head_to_head), "1") << "against b and c";
}

// Tournaments 10.2: entrants that are still equal share the better rank.
TEST(Standings, ACircleSharesItsPlace) {
  const auto rows = standings_of(round_robin(3), all_play_all(4, {win(0, 1), win(1, 2), win(2, 0)}));
  EXPECT_EQ(order(rows), "1.a 1.b 1.c 4.d");
  EXPECT_EQ(shown(rows[0].head_to_head), "1");
  EXPECT_EQ(shown(rows[0].tie_breaks[0]), "1");
  EXPECT_EQ(rows[0].sonneborn_berger, TieBreakValue::whole(2));
  EXPECT_EQ(shown(rows[3].head_to_head), "-");
  EXPECT_EQ(shown(rows[3].tie_breaks[0]), "-");
  EXPECT_EQ(shown(rows[0].buchholz), "-") << "the round robin knows none";
}

TEST(Standings, OfASwissAreBrokenByBuchholzUnlessTheListSaysOtherwise) {
  // a and b: one win each, over c and d with half a point; a lost to e (2), b to f (1).
  const History all = history(6, {{win(0, 2), win(1, 3), win(4, 5)}, {win(4, 0), win(5, 1), draw(2, 3)}});
  const auto rows = standings_of(swiss(2), all);
  EXPECT_EQ(order(rows), "1.e 2.f 3.a 4.b 5.c 5.d");
  const StandingsRow& a = row_of(rows, "a");
  EXPECT_EQ(shown(a.buchholz), "2.5");
  EXPECT_EQ(shown(a.tie_breaks[0]), "2") << "BH/C1";
  EXPECT_EQ(shown(a.tie_breaks[1]), "2.5") << "BH";
  EXPECT_EQ(shown(a.tie_breaks[2]), "0.5") << "SB";
  EXPECT_EQ(shown(a.tie_breaks[3]), "-") << "DE: nobody is tied with it any more";
  EXPECT_EQ(shown(a.tie_breaks[4]), "1") << "WIN";
}

// Tournaments 5.3, 5.4: annulled before half its encounters, ranked last; not any more when it plays again.
TEST(Standings, BeforeHalfItsGamesAnEntrantIsAnnulled) {
  History all = history(4, {{win(3, 0), win(1, 2)}, {forfeit(3, 1, 1), win(0, 2)}});
  all.entrants[3].withdrawn = true;
  const auto rows = standings_of(round_robin(3), all);
  EXPECT_EQ(order(rows), "1.a 1.b 3.c 4.d");
  EXPECT_TRUE(rows[3].annulled);
  EXPECT_EQ(rows[3].points, Points());
  EXPECT_EQ(rows[3].games, 0);
  // Neither the loss against d nor the forfeit won from it counts.
  EXPECT_EQ(row_of(rows, "a").encounters, 1);
  EXPECT_EQ(row_of(rows, "b").points, Points::whole(1));
  // After its return all its results count again.
  all.entrants[3].withdrawn = false;
  EXPECT_EQ(row_of(standings_of(round_robin(3), all), "d").points, Points::whole(1));
  // A Swiss annuls nothing.
  all.entrants[3].withdrawn = true;
  EXPECT_EQ(row_of(standings_of(swiss(3), all), "d").points, Points::whole(1));
}

// Tournaments 5.3: at a table of four the others keep what they have against each other.
TEST(Standings, AnnulsAnEntrantOfATableAlone) {
  StandingsRules rules = round_robin(5);
  rules.encounters = {.seats = 4, .best_of = 1};
  History all = history(4, {{played({0, 1, 2, 3}, {{4, 3, 2, 1}})}});
  EXPECT_EQ(row_of(standings_of(rules, all), "b").points, Points::halves(4, 3));
  all.entrants[0].withdrawn = true;
  const auto rows = standings_of(rules, all);
  EXPECT_EQ(order(rows), "1.b 2.c 3.d 4.a");
  EXPECT_TRUE(rows[3].annulled);
  EXPECT_EQ(rows[3].points, Points());
  EXPECT_EQ(rows[0].points, Points::whole(1)) << "first of the three that are left";
  EXPECT_EQ(rows[1].points, Points::halves(1));
  EXPECT_EQ(rows[0].games, 1);
}

// Tournaments 5.3: after half its encounters its results stand, and forfeits count.
TEST(Standings, FromHalfItsGamesOnResultsStandAndForfeitsCount) {
  History all = history(3, {{win(2, 0)}, {forfeit(2, 1, 1)}, {draw(0, 1)}});
  all.entrants[2].withdrawn = true;
  const auto rows = standings_of(round_robin(2), all);
  EXPECT_EQ(order(rows), "1.b 2.c 3.a");
  EXPECT_TRUE(row_of(rows, "c").withdrawn);
  EXPECT_FALSE(row_of(rows, "c").annulled);
  // One encounter of two cycles is less than half.
  EXPECT_TRUE(row_of(standings_of(round_robin(4), all), "c").annulled);
}

// Tournaments 5.3: an encounter to which it never came is not played by it.
TEST(Standings, AnEncounterToWhichNobodyCameIsNotPlayed) {
  History all = history(3, {{played({2, 0}, {{0, 1}, {0, 1}})}});
  all.entrants[2].withdrawn = true;
  EXPECT_FALSE(row_of(standings_of(round_robin(2), all), "c").annulled);
  for (GameResult& game : all.rounds[0].edit()[0].games) {
    game.no_show[0] = true;
  }
  EXPECT_TRUE(row_of(standings_of(round_robin(2), all), "c").annulled);
}

// Tournaments 5.2: both withdrawn, nobody has a point.
TEST(Standings, BothWithdrawnGetNothing) {
  const auto rows = standings_of(round_robin(1), history(2, {{forfeit(0, 1, {})}}));
  EXPECT_EQ(rows[0].points, Points());
  EXPECT_EQ(rows[1].points, Points());
  EXPECT_EQ(rows[0].encounters, 0);
}

// Tournaments 3.4: points are exact.
TEST(Standings, ThirdsCompareExactly) {
  // a: 1/3 three times; b: 1. With floating point these sums differ by one unit in the last place.
  std::vector<History::Round> rounds;
  for (int i = 0; i < 3; ++i) {
    rounds.push_back({played({2, 3, 0, 4}, {{4, 3, 2, 1}}), i == 0 ? bye(1) : forfeit(1, 5, {})});
  }
  const auto rows = standings_of(swiss(3, {4, 1}), history(6, rounds));
  EXPECT_EQ(row_of(rows, "a").points, row_of(rows, "b").points);
}

TEST(Standings, LongTournamentsDoNotOverflow) {
  std::vector<History::Round> rounds(30'000, {win(0, 1), draw(2, 3)});
  const auto rows = standings_of(swiss(30'000), history(4, rounds));
  EXPECT_EQ(row_of(rows, "a").buchholz, TieBreakValue());
  EXPECT_EQ(row_of(rows, "c").buchholz, TieBreakValue::whole(30'000LL * 15'000));
  EXPECT_EQ(row_of(rows, "b").buchholz, TieBreakValue::whole(30'000LL * 30'000));
}

}  // namespace

}  // namespace referee
