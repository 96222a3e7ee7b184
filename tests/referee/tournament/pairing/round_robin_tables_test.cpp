#include "referee/tournament/pairing/round_robin_tables.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <set>

#include "referee/tournament/pairing/past_rounds.h"
#include "tests/referee/tournament/encounter_rules.h"
#include "tests/referee/tournament/simulated_tournament.h"

namespace referee {
namespace {

using test::kOneGameOf4;
using test::SimulatedTournament;
using testing::HasSubstr;

/// Expects each entrant at one table at most, and rounds and tables numbered from 1.
void expect_sound(const std::vector<Encounter>& encounters, int round, std::size_t seats) {
  std::set<Entrant> seen;
  for (std::size_t i = 0; i < encounters.size(); ++i) {
    EXPECT_EQ(encounters[i].round, round);
    EXPECT_EQ(encounters[i].table, static_cast<int>(i) + 1);
    EXPECT_LE(encounters[i].entrants.size(), seats);
    EXPECT_GE(encounters[i].entrants.size(), 2U);
    for (const Entrant entrant : encounters[i].entrants) {
      EXPECT_TRUE(seen.insert(entrant).second) << "entrant " << entrant << " twice in round " << round;
    }
  }
}

SimulatedTournament played_through(const EncounterRules& rules, std::size_t entrants, int cycles) {
  const RoundRobinTables system(rules, cycles);
  SimulatedTournament tournament(rules, entrants, 1);
  for (int round = 1; round <= system.rounds(entrants); ++round) {
    const auto encounters = system.pair(tournament.history());
    expect_sound(encounters, round, rules.seats);
    tournament.play(encounters);
  }
  EXPECT_TRUE(system.pair(tournament.history()).empty()) << "one more round";
  return tournament;
}

/// How often each pair has met; nothing if that is not the same for all pairs.
std::optional<int> meetings_of_all(const EncounterRules& rules, const History& history) {
  const PastRounds past(rules, history);
  for (Entrant a = 0; a < history.entrants.size(); ++a) {
    for (Entrant b = 0; b < a; ++b) {
      if (past.meetings(a, b) != past.meetings(0, 1)) {
        return std::nullopt;
      }
    }
  }
  return past.meetings(0, 1);
}

// Tournaments 9.1: every two entrants meet equally often where a construction is known.
TEST(RoundRobinTables, LetsEveryTwoMeetEquallyOften) {
  EXPECT_EQ(meetings_of_all(kOneGameOf4, played_through(kOneGameOf4, 4, 1).history()), 1);
  EXPECT_EQ(meetings_of_all(kOneGameOf4, played_through(kOneGameOf4, 16, 1).history()), 1);
  EXPECT_EQ(meetings_of_all(kOneGameOf4, played_through(kOneGameOf4, 16, 2).history()), 2);
  EXPECT_EQ(meetings_of_all(kOneGameOf4, played_through(kOneGameOf4, 12, 1).history()), 3);
  EXPECT_EQ(meetings_of_all(kOneGameOf4, played_through(kOneGameOf4, 13, 1).history()), 3);
  EXPECT_EQ(meetings_of_all(kOneGameOf4, played_through(kOneGameOf4, 10, 1).history()), 3);
  EXPECT_EQ(
      meetings_of_all({.seats = 3, .best_of = 1}, played_through({.seats = 3, .best_of = 1}, 9, 1).history()),
      1);
}

TEST(RoundRobinTables, EvensOutStartingPlaces) {
  for (const std::size_t entrants : {12U, 13U, 16U}) {
    const auto tournament = played_through(kOneGameOf4, entrants, 2);
    const PastRounds past(kOneGameOf4, tournament.history());
    for (Entrant entrant = 0; entrant < entrants; ++entrant) {
      const auto [least, most] = std::ranges::minmax(past.seat_games(entrant));
      EXPECT_LE(most - least, 2);
    }
  }
}

TEST(RoundRobinTables, HasTheRoundsThatItsDesignNeeds) {
  const RoundRobinTables once(kOneGameOf4, 1);
  const RoundRobinTables thrice(kOneGameOf4, 3);
  EXPECT_EQ(once.rounds(0), 0);
  EXPECT_EQ(once.rounds(1), 0);
  EXPECT_EQ(once.rounds(2), 1);
  EXPECT_EQ(once.rounds(13), 13);
  EXPECT_EQ(thrice.rounds(16), 15);
  // 65 at tables of 4: 65 x 64 / 2 pairs, of which 14 x 6 + 3 x 3 meet in a round.
  EXPECT_EQ(once.rounds(65), 23);
}

TEST(RoundRobinTables, CountsTheEncountersOfAnEntrant) {
  const RoundRobinTables system(kOneGameOf4, 1);
  EXPECT_EQ(system.encounters_a_cycle(1), 0);
  EXPECT_EQ(system.encounters_a_cycle(12), 11);
  EXPECT_EQ(system.encounters_a_cycle(13), 12) << "everybody is free once";
  EXPECT_EQ(system.encounters_a_cycle(65), 23);
  EXPECT_EQ(system.tables_a_round(1), 0U);
  EXPECT_EQ(system.tables_a_round(12), 3U);
  EXPECT_EQ(system.tables_a_round(13), 3U);
  EXPECT_EQ(system.tables_a_round(65), 17U);
  EXPECT_TRUE(system.fills_tables(12));
  EXPECT_TRUE(system.fills_tables(13));
  EXPECT_FALSE(system.fills_tables(11));
  EXPECT_FALSE(system.fills_tables(65));
  EXPECT_TRUE(system.fills_tables(68));
}

// Tournaments 9.1: otherwise as evenly as the search finds, and the plan says how evenly.
TEST(RoundRobinTables, ElsePlaysTheBestScheduleFound) {
  const EncounterRules rules{.seats = 5, .best_of = 1};
  const RoundRobinTables system(rules, 1);
  EXPECT_EQ(system.schedule_text(13),
            "no construction is known here for 13 at tables of 5; best found: every two meet 0 to 2 times");
  const auto tournament = played_through(rules, 13, 1);
  const PastRounds past(rules, tournament.history());
  std::set<int> meetings;
  for (Entrant a = 0; a < 13; ++a) {
    for (Entrant b = 0; b < a; ++b) {
      meetings.insert(past.meetings(a, b));
    }
  }
  EXPECT_EQ(meetings, (std::set<int>{0, 1, 2})) << "as was said";
}

TEST(RoundRobinTables, SaysHowItsScheduleIsMade) {
  EXPECT_EQ(RoundRobinTables(kOneGameOf4, 2).schedule_text(12),
            "every two meet 6 times: resolvable design, difference family over Z11 and a fixed point");
  EXPECT_EQ(RoundRobinTables(kOneGameOf4, 1).schedule_text(1), "none");
  EXPECT_THAT(RoundRobinTables(kOneGameOf4, 1).schedule_text(102),
              HasSubstr("no construction is known here for 102"));
}

TEST(RoundRobinTables, RemarksHowOftenEveryTwoHaveMet) {
  const RoundRobinTables system(kOneGameOf4, 1);
  SimulatedTournament tournament(kOneGameOf4, 16, 1);
  auto encounters = system.pair(tournament.history());
  EXPECT_EQ(system.remark(tournament.history(), encounters),
            "every two that are not withdrawn have met 0 to 1 times");
  for (int round = 1; round < 5; ++round) {
    tournament.play(encounters);
    encounters = system.pair(tournament.history());
  }
  EXPECT_EQ(system.remark(tournament.history(), encounters),
            "every two that are not withdrawn have met 1 time");
}

// ---- withdrawals

// Tournaments 5.2: the others of a table play without it.
TEST(RoundRobinTables, SeatsTheOthersWithoutWhoHasWithdrawn) {
  const RoundRobinTables system(kOneGameOf4, 1);
  SimulatedTournament tournament(kOneGameOf4, 16, 1);
  const auto planned = system.pair(tournament.history());
  tournament.set_withdrawn(planned[0].entrants[2], true);
  std::vector<Entrant> others = planned[0].entrants;
  others.erase(others.begin() + 2);
  const auto encounters = system.pair(tournament.history());
  std::vector<Entrant> seated = encounters[0].entrants;
  std::ranges::sort(others);
  std::ranges::sort(seated);
  EXPECT_EQ(seated, others);
  EXPECT_EQ(encounters[0].kind, Encounter::Kind::play);
}

// Tournaments 5.2: one that is left alone has a forfeit win.
TEST(RoundRobinTables, GivesTheLastAtATableItsForfeitWin) {
  const RoundRobinTables system(kOneGameOf4, 1);
  SimulatedTournament tournament(kOneGameOf4, 8, 1);
  const auto planned = system.pair(tournament.history());
  for (std::size_t i = 1; i < 4; ++i) {
    tournament.set_withdrawn(planned[0].entrants[i], true);
  }
  const auto encounters = system.pair(tournament.history());
  ASSERT_EQ(encounters.size(), 2U);
  EXPECT_EQ(encounters[0].kind, Encounter::Kind::play) << "those that are played come first";
  EXPECT_EQ(encounters[1].kind, Encounter::Kind::forfeit);
  EXPECT_EQ(encounters[1].table, 2);
  ASSERT_EQ(encounters[1].entrants.size(), 4U);
  ASSERT_TRUE(encounters[1].winner);
  EXPECT_EQ(encounters[1].entrants[*encounters[1].winner], planned[0].entrants[0]);
  tournament.set_withdrawn(planned[0].entrants[0], true);
  EXPECT_EQ(system.pair(tournament.history())[1].winner, std::nullopt);
}

// Tournaments 5.4: let in again, it plays from the next round on.
TEST(RoundRobinTables, LetsOneWhoComesBackPlayAgain) {
  const RoundRobinTables system(kOneGameOf4, 1);
  SimulatedTournament tournament(kOneGameOf4, 8, 1);
  tournament.set_withdrawn(0, true);
  tournament.play(system.pair(tournament.history()));
  tournament.set_withdrawn(0, false);
  const auto encounters = system.pair(tournament.history());
  EXPECT_EQ(encounters[0].entrants.size() + encounters[1].entrants.size(), 8U);
}

// Tournaments 10.1: nobody is left to be paired.
TEST(RoundRobinTables, IsOverWhenAllHaveWithdrawn) {
  for (const std::size_t entrants : {8U, 66U}) {
    SimulatedTournament tournament(kOneGameOf4, entrants, 1);
    for (Entrant entrant = 0; entrant < entrants; ++entrant) {
      tournament.set_withdrawn(entrant, true);
    }
    EXPECT_TRUE(RoundRobinTables(kOneGameOf4, 1).pair(tournament.history()).empty());
  }
}

// Searched rounds have no planned tables, so no forfeits: the remaining entrants play each other.
TEST(RoundRobinTables, SearchesTablesForThoseWhoAreLeft) {
  const RoundRobinTables system(kOneGameOf4, 1);
  SimulatedTournament tournament(kOneGameOf4, 66, 1);
  for (Entrant entrant = 3; entrant < 66; ++entrant) {
    tournament.set_withdrawn(entrant, true);
  }
  const auto encounters = system.pair(tournament.history());
  ASSERT_EQ(encounters.size(), 1U);
  EXPECT_EQ(encounters[0].kind, Encounter::Kind::play);
  EXPECT_EQ(encounters[0].entrants.size(), 3U);
}

}  // namespace
}  // namespace referee
