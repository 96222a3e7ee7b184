#include "referee/tournament/swiss_pairs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>

#include "referee/tournament/matching.h"
#include "tests/referee/tournament/pair_quality.h"
#include "tests/referee/tournament/simulated_tournament.h"

namespace referee {
namespace {

using test::active;
using test::Facts;
using test::Quality;
using test::quality_of;
using test::SimulatedTournament;
using test::try_all;

constexpr EncounterRules kOneGame{.seats = 2, .best_of = 1};
constexpr EncounterRules kSeatSwap{.seats = 2, .best_of = 2};

/// Everybody who is there is paired once; tables are numbered, the bye is last.
void expect_sound(const History& history, const std::vector<Encounter>& encounters) {
  std::multiset<Entrant> seated;
  for (std::size_t i = 0; i < encounters.size(); ++i) {
    const Encounter& encounter = encounters[i];
    EXPECT_EQ(encounter.round, static_cast<int>(history.rounds.size()) + 1);
    EXPECT_EQ(encounter.table, static_cast<int>(i) + 1);
    const bool bye = active(history).size() % 2 == 1 && i + 1 == encounters.size();
    EXPECT_EQ(encounter.kind, bye ? Encounter::Kind::bye : Encounter::Kind::play);
    EXPECT_EQ(encounter.entrants.size(), bye ? 1U : 2U);
    seated.insert(encounter.entrants.begin(), encounter.entrants.end());
  }
  const auto all = active(history);
  EXPECT_EQ(seated, std::multiset<Entrant>(all.begin(), all.end()));
}

/// The pairs as "1-4 2-5 bye 3", in the order of tables.
std::string printed(const std::vector<Encounter>& encounters) {
  std::string text;
  for (const Encounter& e : encounters) {
    text += text.empty() ? "" : " ";
    text += e.kind == Encounter::Kind::bye ? "bye " : "";
    text += std::to_string(e.entrants[0] + 1);
    if (e.entrants.size() == 2) {
      text += "-";
      text += std::to_string(e.entrants[1] + 1);
    }
  }
  return text;
}

/// People leave, come back and come late.
void stir(SimulatedTournament& tournament) {
  const std::size_t entrants = tournament.history().entrants.size();
  if (tournament.below(4) == 0) {
    tournament.set_withdrawn(tournament.below(entrants), true);
  }
  if (tournament.below(6) == 0) {
    tournament.set_withdrawn(tournament.below(entrants), false);
  }
  if (tournament.below(8) == 0) {
    tournament.enter();
  }
}

// ---- the rounds, by example

TEST(SwissPairs, PairsTheUpperHalfWithTheLowerInRoundOne) {
  const SwissPairs system(kOneGame, 5);
  EXPECT_EQ(printed(system.pair(SimulatedTournament(kOneGame, 8, 1).history())), "1-5 6-2 3-7 8-4");
  EXPECT_EQ(printed(system.pair(SimulatedTournament(kOneGame, 7, 1).history())), "1-4 5-2 3-6 bye 7");
}

TEST(SwissPairs, LetsWinnersMeetWinners) {
  const SwissPairs system(kSeatSwap, 5);
  SimulatedTournament tournament(kSeatSwap, 8, 1);
  tournament.play_by_number(system.pair(tournament.history()));
  EXPECT_EQ(printed(system.pair(tournament.history())), "3-1 2-4 7-5 6-8");
  tournament.play_by_number(system.pair(tournament.history()));
  // 1 and 2 have two points, 7 and 8 none, the others one: 3-5 and 4-6 cannot be better. Whose seats were
  // alike before alternate by round and table.
  const auto third = system.pair(tournament.history());
  const Quality quality = quality_of(Facts(kSeatSwap, tournament.history()), third);
  EXPECT_EQ(quality.gaps, 0);
  EXPECT_EQ(quality.repeats, 0);
}

TEST(SwissPairs, GivesASingleEntrantAByeAndNobodyNothing) {
  const SwissPairs system(kOneGame, 5);
  SimulatedTournament tournament(kOneGame, 1, 1);
  EXPECT_EQ(printed(system.pair(tournament.history())), "bye 1");
  tournament.set_withdrawn(0, true);
  EXPECT_TRUE(system.pair(tournament.history()).empty());
  EXPECT_TRUE(system.pair({}).empty());
}

// "at most one bye a player while others have none, lowest scores first"
TEST(SwissPairs, GivesEverybodyOneByeInAsManyRoundsAsPlayers) {
  for (std::size_t n = 3; n <= 11; n += 2) {
    const SwissPairs system(kOneGame, static_cast<int>(n));
    SimulatedTournament tournament(kOneGame, n, n);
    std::set<Entrant> had_one;
    for (std::size_t round = 0; round < n; ++round) {
      const auto encounters = system.pair(tournament.history());
      EXPECT_TRUE(had_one.insert(encounters.back().entrants[0]).second) << n << " players";
      tournament.play(encounters);
    }
  }
}

TEST(SwissPairs, CountsNeitherForfeitsNorByesAsMeetings) {
  SimulatedTournament tournament(kOneGame, 2, 1);
  const Encounter forfeit{.kind = Encounter::Kind::forfeit, .entrants = {0, 1}, .winner = 0};
  tournament.play({forfeit});
  tournament.enter();
  tournament.enter();
  // 1 has the point, the others none. Had it met 2, it would now play 3.
  EXPECT_EQ(printed(SwissPairs(kOneGame, 5).pair(tournament.history())), "2-1 3-4");
}

// First seat: whoever has begun less often; else whoever sat second last time; else by turns.
TEST(SwissPairs, GivesTheFirstSeatToWhoBeganLessOften) {
  SimulatedTournament tournament(kOneGame, 2, 1);
  const SwissPairs system(kOneGame, 9);
  std::vector<std::string> rounds;
  for (int round = 1; round <= 5; ++round) {
    rounds.push_back(printed(system.pair(tournament.history())));
    tournament.play_by_number(system.pair(tournament.history()));
  }
  EXPECT_EQ(rounds, (std::vector<std::string>{"1-2", "2-1", "1-2", "2-1", "1-2"}));
}

TEST(SwissPairs, DoesNotCountASeatInAGameThatNeverWas) {
  History history = SimulatedTournament(kOneGame, 2, 1).history();
  PlayedEncounter played;
  played.encounter.entrants = {0, 1};
  played.games.resize(1);
  played.games[0].scores = {1, 0};
  played.games[0].no_show = {false, true};
  history.rounds = {{played}, {played}};
  // 1 has been first on paper twice; so it is by turns: the higher ranked begins at odd tables of odd rounds.
  EXPECT_EQ(printed(SwissPairs(kOneGame, 9).pair(history)), "1-2");
}

// "seats evened out": the difference of games begun and waited for stays small.
TEST(SwissPairs, EvensOutSeats) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const SwissPairs system(kOneGame, 7);
    SimulatedTournament tournament(kOneGame, 24, seed);
    for (int round = 1; round <= 7; ++round) {
      tournament.play(system.pair(tournament.history()));
    }
    for (const auto& fact : Facts(kOneGame, tournament.history()).of) {
      EXPECT_LE(std::abs(fact.balance), 3);
    }
  }
}

// ---- properties

// All tiers but the last against trying all pairings.
TEST(SwissPairs, IsTheBestOfAllPairings) {
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    const std::size_t n = 2 + seed % 6;
    const SwissPairs system(kOneGame, 99);
    SimulatedTournament tournament(kOneGame, n, seed);
    for (std::size_t round = 0; round < n + 2; ++round) {
      const auto encounters = system.pair(tournament.history());
      expect_sound(tournament.history(), encounters);
      const Facts facts(kOneGame, tournament.history());
      std::optional<Quality> best;
      try_all(facts, active(tournament.history()), {}, best);
      EXPECT_TRUE(quality_of(facts, encounters) == best) << "seed " << seed << ", round " << round + 1;
      tournament.play(encounters);
      if (tournament.history().entrants.size() < 8) {
        stir(tournament);
      }
    }
  }
}

/// The fewest byes and then repeats that are possible, by a matching with costs of nothing else.
std::pair<int, int> unavoidable(const Facts& facts, const std::vector<Entrant>& active) {
  constexpr WideInt kBye = 1'000'000;
  const auto cost = [&](std::size_t i, std::size_t j) -> WideInt {
    return j == active.size() ? kBye * facts.of[active[i]].byes : facts.meetings(active[i], active[j]);
  };
  const auto partner = cheapest_perfect_matching(active.size() + active.size() % 2, cost);
  WideInt total = 0;
  for (std::size_t i = 0; i < partner.size(); ++i) {
    total += i < partner[i] ? cost(i, partner[i]) : 0;
  }
  return {static_cast<int>(total / kBye), static_cast<int>(total % kBye)};
}

// "no repeat pairing while one can be avoided, at most one bye a player while others have none"
TEST(SwissPairs, NeverRepeatsWhatCanBeAvoided) {
  for (std::size_t n = 2; n <= 40; ++n) {
    const EncounterRules& rules = n % 3 == 0 ? kOneGame : kSeatSwap;
    const SwissPairs system(rules, 99);
    SimulatedTournament tournament(rules, n, n);
    for (std::size_t round = 0; round < n - 1 + n % 2; ++round) {
      const auto encounters = system.pair(tournament.history());
      expect_sound(tournament.history(), encounters);
      const Facts facts(rules, tournament.history());
      const auto all = active(tournament.history());
      const Quality quality = quality_of(facts, encounters);
      EXPECT_EQ(std::pair(quality.byes, quality.repeats), unavoidable(facts, all)) << n << " players";
      if (quality.byes > 0) {
        EXPECT_TRUE(std::ranges::none_of(all, [&](Entrant e) { return facts.of[e].byes < quality.byes; }));
      }
      tournament.play(encounters);
      if (n % 2 == 0 || n > 20) {
        stir(tournament);
      }
    }
  }
}

TEST(SwissPairs, NumbersTablesByPoints) {
  const SwissPairs system(kOneGame, 9);
  SimulatedTournament tournament(kOneGame, 21, 5);
  for (int round = 1; round <= 6; ++round) {
    const auto encounters = system.pair(tournament.history());
    const Facts facts(kOneGame, tournament.history());
    std::vector<std::int64_t> sums;
    for (std::size_t i = 0; i + 1 < encounters.size(); ++i) {
      sums.push_back(facts.of[encounters[i].entrants[0]].halves + facts.of[encounters[i].entrants[1]].halves);
    }
    EXPECT_TRUE(std::ranges::is_sorted(sums, std::greater()));
    tournament.play(encounters);
  }
}

TEST(SwissPairs, GivesTheSameHistoryTheSamePairing) {
  const SwissPairs system(kOneGame, 9);
  SimulatedTournament tournament(kOneGame, 30, 3);
  for (int round = 1; round <= 9; ++round) {
    const auto encounters = system.pair(tournament.history());
    EXPECT_EQ(SwissPairs(kOneGame, 9).pair(tournament.history()), encounters);
    tournament.play(encounters);
  }
}

// ---- limits

TEST(SwissPairs, TakesAThousandAfterTwentyRounds) {
  SimulatedTournament tournament(kOneGame, 1000, 1);
  std::vector<Entrant> order = active(tournament.history());
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
  const auto encounters = SwissPairs(kOneGame, 21).pair(tournament.history());
  expect_sound(tournament.history(), encounters);
  EXPECT_EQ(quality_of(Facts(kOneGame, tournament.history()), encounters).repeats, 0);
}

TEST(SwissPairs, RefusesMoreThanItCanPair) {
  const SimulatedTournament tournament(kOneGame, kMaxMatchingVertices + 1, 1);
  EXPECT_THROW(SwissPairs(kOneGame, 5).pair(tournament.history()), std::length_error);
}

}  // namespace
}  // namespace referee
