#include "referee/tournament/pairing/round_robin.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <ranges>
#include <set>
#include <sstream>

#include "tests/referee/tournament/simulated_tournament.h"

namespace referee {
namespace {

using test::SimulatedTournament;

/// A round in the form of FIDE's tables: "1-4, 2-3".
std::string printed_round(const std::vector<Encounter>& encounters) {
  std::ostringstream out;
  for (const Encounter& encounter : encounters) {
    out << (out.str().empty() ? "" : ", ") << encounter.entrants[0] + 1 << '-' << encounter.entrants[1] + 1;
  }
  return out.str();
}

std::vector<std::string> all_rounds(std::size_t entrants, int cycles) {
  const RoundRobin system(cycles);
  SimulatedTournament tournament({.seats = 2, .best_of = 1}, entrants, 1);
  std::vector<std::string> rounds;
  while (true) {
    const auto encounters = system.pair(tournament.history());
    if (encounters.empty()) {
      return rounds;
    }
    rounds.push_back(printed_round(encounters));
    tournament.play(encounters);
  }
}

using Rounds = std::vector<std::string>;

// Tournaments 9.1: the Berger tables of the FIDE Handbook, C.05, Annex 1.
TEST(RoundRobin, IsTheBergerTableOf3Or4Players) {
  EXPECT_EQ(all_rounds(4, 1), (Rounds{"1-4, 2-3", "4-3, 1-2", "2-4, 3-1"}));
}

TEST(RoundRobin, IsTheBergerTableOf5Or6Players) {
  EXPECT_EQ(all_rounds(6, 1),
            (Rounds{"1-6, 2-5, 3-4", "6-4, 5-3, 1-2", "2-6, 3-1, 4-5", "6-5, 1-4, 2-3", "3-6, 4-2, 5-1"}));
}

TEST(RoundRobin, IsTheBergerTableOf7Or8Players) {
  EXPECT_EQ(all_rounds(8, 1),
            (Rounds{"1-8, 2-7, 3-6, 4-5", "8-5, 6-4, 7-3, 1-2", "2-8, 3-1, 4-7, 5-6", "8-6, 7-5, 1-4, 2-3",
                    "3-8, 4-2, 5-1, 6-7", "8-7, 1-6, 2-5, 3-4", "4-8, 5-3, 6-2, 7-1"}));
}

// Tournaments 9.1: with an odd number, the opponent of the number after the last is free.
TEST(RoundRobin, LeavesTheOpponentOfTheHighestNumberFreeWithAnOddNumber) {
  EXPECT_EQ(all_rounds(5, 1), (Rounds{"2-5, 3-4", "5-3, 1-2", "3-1, 4-5", "1-4, 2-3", "4-2, 5-1"}));
  EXPECT_EQ(all_rounds(3, 1), (Rounds{"2-3", "1-2", "3-1"}));
}

// Tournaments 9.1: every second cycle exchanges the seats.
TEST(RoundRobin, SwapsSeatsInEverySecondCycle) {
  EXPECT_EQ(all_rounds(4, 3), (Rounds{"1-4, 2-3", "4-3, 1-2", "2-4, 3-1", "4-1, 3-2", "3-4, 2-1", "4-2, 1-3",
                                      "1-4, 2-3", "4-3, 1-2", "2-4, 3-1"}));
  EXPECT_EQ(all_rounds(2, 2), (Rounds{"1-2", "2-1"}));
}

TEST(RoundRobin, HasNoRoundsForFewerThanTwo) {
  EXPECT_EQ(RoundRobin(2).rounds(0), 0);
  EXPECT_EQ(RoundRobin(2).rounds(1), 0);
  EXPECT_EQ(all_rounds(0, 2), Rounds{});
  EXPECT_EQ(all_rounds(1, 2), Rounds{});
}

/// The rounds of a round robin that others have entered late, as `entered` says; all are played.
std::vector<std::vector<Encounter>> rounds_after(const std::vector<std::size_t>& entered, int cycles) {
  const RoundRobin system(cycles, entered);
  SimulatedTournament tournament({.seats = 2, .best_of = 1}, entered.back(), 1);
  std::vector<std::vector<Encounter>> rounds;
  for (auto encounters = system.pair(tournament.history()); !encounters.empty();
       encounters = system.pair(tournament.history())) {
    rounds.push_back(encounters);
    tournament.play(encounters);
  }
  EXPECT_EQ(static_cast<int>(rounds.size()), system.rounds(entered.back()));
  return rounds;
}

// Tournaments 1.4: who enters late meets all others in rounds after the last one, and nobody meets twice.
TEST(RoundRobin, LateEntrantsMeetEverybodyInRoundsAfterTheLastOne) {
  for (const auto& entered : std::vector<std::vector<std::size_t>>{
           {2, 3}, {3, 4}, {4, 5}, {5, 6}, {6, 9}, {7, 8, 9}, {4, 5, 10, 11}}) {
    for (const int cycles : {1, 2}) {
      const auto rounds = rounds_after(entered, cycles);
      const auto first = rounds_after({entered.front()}, cycles);
      ASSERT_GT(rounds.size(), first.size());
      EXPECT_TRUE(std::ranges::equal(first, rounds | std::views::take(first.size())));
      std::map<std::pair<Entrant, Entrant>, int> met;
      for (const auto& encounters : rounds) {
        std::set<Entrant> busy;
        for (const Encounter& encounter : encounters) {
          EXPECT_TRUE(busy.insert(encounter.entrants[0]).second && busy.insert(encounter.entrants[1]).second);
          ++met[std::minmax(encounter.entrants[0], encounter.entrants[1])];
        }
      }
      EXPECT_EQ(met.size(), entered.back() * (entered.back() - 1) / 2);
      EXPECT_TRUE(std::ranges::all_of(met, [&](const auto& pair) { return pair.second == cycles; }));
    }
  }
}

// Tournaments 1.4, 9.1: the seats are those of the Berger table of all, without rounds that have no match.
TEST(RoundRobin, LateRoundsAreThoseOfTheTableOfAll) {
  const auto rounds = rounds_after({4, 5}, 1);
  Rounds late;
  for (const auto& encounters : rounds | std::views::drop(3)) {
    late.push_back(printed_round(encounters));
  }
  EXPECT_EQ(late, (Rounds{"2-5", "5-3", "4-5", "5-1"}));
}

// Tournaments 5.2: the other entrant has a forfeit win.
TEST(RoundRobin, ForfeitsTheEncountersOfWhoHasWithdrawn) {
  SimulatedTournament tournament({.seats = 2, .best_of = 1}, 6, 1);
  tournament.set_withdrawn(0, true);
  tournament.set_withdrawn(4, true);
  // "1-6, 2-5, 3-4"
  const auto encounters = RoundRobin(1).pair(tournament.history());
  ASSERT_EQ(encounters.size(), 3U);
  const Encounter play{.round = 1, .table = 1, .kind = Encounter::Kind::play, .entrants = {2, 3}};
  const Encounter by_last{
      .round = 1, .table = 2, .kind = Encounter::Kind::forfeit, .entrants = {0, 5}, .winner = 1};
  const Encounter by_second{
      .round = 1, .table = 3, .kind = Encounter::Kind::forfeit, .entrants = {1, 4}, .winner = 0};
  EXPECT_EQ(encounters, (std::vector<Encounter>{play, by_last, by_second}));
}

// Tournaments 5.2: both withdrawn, nobody has a point.
TEST(RoundRobin, GivesNobodyThePointIfBothHaveWithdrawn) {
  SimulatedTournament tournament({.seats = 2, .best_of = 1}, 4, 1);
  tournament.set_withdrawn(1, true);
  tournament.set_withdrawn(2, true);
  const auto encounters = RoundRobin(1).pair(tournament.history());
  ASSERT_EQ(encounters.size(), 2U);
  EXPECT_EQ(encounters[1].kind, Encounter::Kind::forfeit);
  EXPECT_EQ(encounters[1].winner, std::nullopt);
}

// Tournaments 5.4: let in again, it plays from the next round on.
TEST(RoundRobin, LetsOneWhoComesBackPlayAgain) {
  SimulatedTournament tournament({.seats = 2, .best_of = 1}, 4, 1);
  tournament.set_withdrawn(0, true);
  tournament.play(RoundRobin(1).pair(tournament.history()));
  tournament.set_withdrawn(0, false);
  const auto encounters = RoundRobin(1).pair(tournament.history());
  EXPECT_EQ(printed_round(encounters), "4-3, 1-2");
  EXPECT_TRUE(std::ranges::all_of(encounters, [](const auto& e) { return e.kind == Encounter::Kind::play; }));
}

// Tournaments 10.1: nobody is left to be paired.
TEST(RoundRobin, IsOverWhenAllHaveWithdrawn) {
  SimulatedTournament tournament({.seats = 2, .best_of = 1}, 2, 1);
  tournament.set_withdrawn(0, true);
  tournament.set_withdrawn(1, true);
  EXPECT_TRUE(RoundRobin(1).pair(tournament.history()).empty());
}

}  // namespace
}  // namespace referee
