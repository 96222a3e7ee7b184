#include "referee/tournament/pairing/swiss_pairs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>

#include "referee/swiss/pairing.h"
#include "tests/referee/tournament/encounter_rules.h"
#include "tests/referee/tournament/meetings.h"
#include "tests/referee/tournament/simulated_tournament.h"

// The rules themselves: tests/referee/swiss. Whole tournaments, in which entrants come and go: tests/world.

namespace referee {
namespace {

using Kind = Encounter::Kind;
using test::kOneGame;
using test::kSeatSwap;
using test::meetings;
using test::SimulatedTournament;

constexpr std::uint64_t kWhite = 1;  // seeds that draw this initial colour
constexpr std::uint64_t kBlack = 4;

/// The pairs as "1-4 2-5 bye 3 half 6", in the order of tables.
std::string printed_pairs(const std::vector<Encounter>& encounters) {
  std::string text;
  for (const Encounter& e : encounters) {
    text += text.empty() ? "" : " ";
    text += e.kind == Kind::bye        ? "bye "
            : e.kind == Kind::half_bye ? "half "
            : e.kind == Kind::zero_bye ? "zero "
                                       : "";
    text += std::to_string(e.entrants[0] + 1);
    if (e.entrants.size() == 2) {
      text += "-";
      text += std::to_string(e.entrants[1] + 1);
    }
  }
  return text;
}

/// Expects each active entrant in one encounter, tables numbered, byes last, and requested byes after the
/// others.
void expect_sound(const History& history, const std::vector<Encounter>& encounters) {
  const int round = static_cast<int>(history.rounds.size()) + 1;
  std::multiset<Entrant> seated;
  std::vector<int> order;
  for (std::size_t i = 0; i < encounters.size(); ++i) {
    const Encounter& encounter = encounters[i];
    EXPECT_EQ(encounter.round, round);
    EXPECT_EQ(encounter.table, static_cast<int>(i) + 1);
    EXPECT_EQ(encounter.entrants.size(), encounter.kind == Kind::play ? 2U : 1U);
    seated.insert(encounter.entrants.begin(), encounter.entrants.end());
    order.push_back(encounter.kind == Kind::play ? 0 : encounter.kind == Kind::bye ? 1 : 2);
    for (const auto& [a, b] : history.forbidden) {
      EXPECT_FALSE(encounter.kind == Kind::play && std::ranges::count(encounter.entrants, a) == 1 &&
                   std::ranges::count(encounter.entrants, b) == 1)
          << "forbidden";
    }
  }
  EXPECT_TRUE(std::ranges::is_sorted(order));
  std::multiset<Entrant> present;
  for (Entrant e = 0; e < history.entrants.size(); ++e) {
    if (!history.entrants[e].withdrawn) {
      present.insert(e);
    }
  }
  EXPECT_EQ(seated, present);
}

// ---- the rounds, by example

// Tournaments 8.1, 8.3: White is the first seat; with an odd number one has a bye.
TEST(SwissPairs, PairsTheUpperHalfWithTheLowerInRoundOne) {
  EXPECT_EQ(
      printed_pairs(SwissPairs(kOneGame, 5, kWhite).pair(SimulatedTournament(kOneGame, 8, 1).history())),
      "1-5 6-2 3-7 8-4");
  EXPECT_EQ(
      printed_pairs(SwissPairs(kOneGame, 5, kWhite).pair(SimulatedTournament(kOneGame, 7, 1).history())),
      "1-4 5-2 3-6 bye 7");
}

// Tournaments 8.1: the seed draws the initial colour.
TEST(SwissPairs, DrawsWhoBeginsFromTheSeed) {
  const SimulatedTournament tournament(kOneGame, 8, 1);
  EXPECT_EQ(printed_pairs(SwissPairs(kOneGame, 5, kBlack).pair(tournament.history())), "5-1 2-6 7-3 4-8");
  int white = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    white += SwissPairs(kOneGame, 5, seed).pair(tournament.history())[0].entrants[0] == 0 ? 1 : 0;
  }
  EXPECT_GT(white, 30);
  EXPECT_LT(white, 70);
}

TEST(SwissPairs, TakesTheInitialColourFromTheFirstRoundLaterOn) {
  SimulatedTournament tournament(kOneGame, 9, 1);
  for (int round = 1; round <= 5; ++round) {
    const auto encounters = SwissPairs(kOneGame, 5, kWhite).pair(tournament.history());
    if (round > 1) {
      EXPECT_EQ(SwissPairs(kOneGame, 5, kBlack).pair(tournament.history()), encounters);
    }
    tournament.play(encounters);
  }
}

TEST(SwissPairs, LetsWinnersMeetWinners) {
  const SwissPairs system(kSeatSwap, 5, kWhite);
  SimulatedTournament tournament(kSeatSwap, 8, 1);
  tournament.play_by_number(system.pair(tournament.history()));
  // 1-4 have a point: 1 and 3 had White, 2 and 4 Black. Upper half against lower half, each with the colour
  // it prefers.
  EXPECT_EQ(printed_pairs(system.pair(tournament.history())), "4-1 2-3 5-8 7-6");
}

// Tournaments 8.3, 10.1: a single entrant has a bye, as long as there are rounds.
TEST(SwissPairs, GivesASingleEntrantAByeAndNobodyNothing) {
  const SwissPairs system(kOneGame, 5, kWhite);
  SimulatedTournament tournament(kOneGame, 1, 1);
  for (int round = 1; round <= 5; ++round) {
    EXPECT_EQ(printed_pairs(system.pair(tournament.history())), "bye 1");
    tournament.play(system.pair(tournament.history()));
  }
  EXPECT_TRUE(system.pair(tournament.history()).empty()) << "five rounds";
  SimulatedTournament deserted(kOneGame, 1, 1);
  deserted.set_withdrawn(0, true);
  EXPECT_TRUE(system.pair(deserted.history()).empty());
  EXPECT_TRUE(system.pair({}).empty());
}

// Tournaments 8.4: entrants with a bye that they asked for are left out before the others are paired.
TEST(SwissPairs, LeavesOutWhoAskedForABye) {
  const SwissPairs system(kOneGame, 5, kWhite);
  SimulatedTournament tournament(kOneGame, 6, 1);
  tournament.ask_for_bye(1, 1, Kind::half_bye);
  tournament.ask_for_bye(5, 1, Kind::zero_bye);
  tournament.ask_for_bye(3, 1, Kind::half_bye);
  EXPECT_EQ(printed_pairs(system.pair(tournament.history())), "1-3 bye 5 half 2 half 4 zero 6");
}

// Tournaments 8.4: if all have asked for a bye, the round has only these.
TEST(SwissPairs, HasARoundOfByesOnlyIfEverybodyAskedForOne) {
  const SwissPairs system(kOneGame, 5, kWhite);
  SimulatedTournament tournament(kOneGame, 3, 1);
  tournament.ask_for_bye(0, 1, Kind::half_bye);
  tournament.ask_for_bye(1, 1, Kind::half_bye);
  tournament.set_withdrawn(2, true);
  EXPECT_EQ(printed_pairs(system.pair(tournament.history())), "half 1 half 2");
}

// Tournaments 8.2: a forfeit is no meeting.
TEST(SwissPairs, RepeatsAForfeitedPairing) {
  SimulatedTournament tournament(kOneGame, 2, 1);
  const SwissPairs system(kOneGame, 9, kWhite);
  tournament.set_absences(1);
  tournament.play(system.pair(tournament.history()));
  const PairedRound again = system.pair_with_note(tournament.history());
  EXPECT_EQ(printed_pairs(again.encounters), "1-2") << "nobody has had a colour";
  EXPECT_EQ(again.note, "");
}

// Tournaments 1.3: who enters late has no points for the rounds before.
TEST(SwissPairs, PairsLatecomersBelowTheOthers) {
  SimulatedTournament tournament(kOneGame, 4, 1);
  const SwissPairs system(kOneGame, 5, kWhite);
  tournament.play_by_number(system.pair(tournament.history()));  // 1 and 2 win
  tournament.enter();
  tournament.enter();
  const auto encounters = system.pair(tournament.history());
  // 1 and 2 are alone with a point; 3, 4, 5, 6 have none.
  ASSERT_EQ(encounters.size(), 3U);
  EXPECT_EQ(std::set<Entrant>(encounters[0].entrants.begin(), encounters[0].entrants.end()),
            (std::set<Entrant>{0, 1}));
}

TEST(SwissPairs, GivesTheSameHistoryTheSamePairing) {
  const SwissPairs system(kOneGame, 9, kWhite);
  SimulatedTournament tournament(kOneGame, 30, 3);
  for (int round = 1; round <= 9; ++round) {
    const auto encounters = system.pair(tournament.history());
    EXPECT_EQ(SwissPairs(kOneGame, 9, kWhite).pair(tournament.history()), encounters);
    tournament.play(encounters);
  }
}

// ---- more rounds than the rules have pairings for: play goes on

// Tournaments 8.6: what is repeated was longest ago.
TEST(SwissPairs, RepeatsWhatWasLongestAgo) {
  for (std::size_t n = 2; n <= 9; ++n) {
    const std::size_t cycle = n % 2 == 0 ? n - 1 : n;  // the rounds in which each pair meets once
    const SwissPairs system(kSeatSwap, static_cast<int>(3 * cycle), kWhite);
    SimulatedTournament tournament(kSeatSwap, n, n);
    for (std::size_t round = 1; round <= 3 * cycle; ++round) {
      const PairedRound paired = system.pair_with_note(tournament.history());
      expect_sound(tournament.history(), paired.encounters);
      EXPECT_TRUE(round <= cycle || !paired.note.empty()) << n << " entrants, round " << round;
      tournament.play(paired.encounters);
    }
    int least = 1000;
    int most = 0;
    for (const auto& [pair, times] : meetings(tournament.history())) {
      least = std::min(least, times);
      most = std::max(most, times);
    }
    EXPECT_LE(most, 4) << n << " entrants";
    EXPECT_GE(least, 2) << n << " entrants";
  }
}

// Tournaments 8.6: a note says what was forgotten.
TEST(SwissPairs, TellsWhatItHadToForget) {
  const SwissPairs system(kSeatSwap, 5, kWhite);
  SimulatedTournament tournament(kSeatSwap, 2, 1);
  EXPECT_EQ(system.pair_with_note(tournament.history()).note, "");
  tournament.play(system.pair(tournament.history()));
  EXPECT_EQ(system.pair_with_note(tournament.history()).note,
            "round 2 has no pairing by the rules: meetings and byes of round 1 may be repeated");
}

// ---- limits

TEST(SwissPairs, TakesAThousandAfterTwentyRounds) {
  SimulatedTournament tournament(kOneGame, 1000, 1);
  const SwissPairs system(kOneGame, 21, kWhite);
  std::vector<Entrant> order(1000);
  for (Entrant e = 0; e < order.size(); ++e) {
    order[e] = e;
  }
  for (int round = 1; round <= 20; ++round) {
    std::vector<Encounter> encounters;
    for (std::size_t i = order.size(); i > 1; --i) {
      std::swap(order[i - 1], order[tournament.below(i)]);
    }
    for (std::size_t i = 0; i < order.size(); i += 2) {
      encounters.push_back({.round = round, .table = 1, .entrants = {order[i], order[i + 1]}});
    }
    tournament.play_by_number(encounters);
  }
  tournament.set_withdrawn(0, true);
  const PairedRound paired = system.pair_with_note(tournament.history());
  expect_sound(tournament.history(), paired.encounters);
  EXPECT_EQ(paired.note, "");
}

TEST(SwissPairs, RefusesMoreThanItCanPair) {
  const SimulatedTournament tournament(kOneGame, swiss::kMaxPlayers + 1, 1);
  EXPECT_THROW(SwissPairs(kOneGame, 5, kWhite).pair(tournament.history()), std::length_error);
}

}  // namespace
}  // namespace referee
