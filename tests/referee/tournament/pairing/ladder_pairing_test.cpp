#include "referee/tournament/pairing/ladder_pairing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/referee/tournament/pairing/ladder_simulation.h"
#include "tests/support/random_cases.h"

namespace referee {
namespace {

using simulation::Random;
using testing::ElementsAre;
using testing::UnorderedElementsAre;

LadderPairing pairing_of(std::size_t entrants, std::size_t seats = 2, bool house = false) {
  LadderPairing pairing(seats, house);
  for (Entrant entrant = 0; entrant < entrants; ++entrant) {
    pairing.arrive(entrant);
  }
  return pairing;
}

TEST(LadderPairing, CallsTheWidestIntervalFirst) {
  LadderPairing pairing = pairing_of(4);
  for (Entrant entrant = 0; entrant < 4; ++entrant) {
    pairing.set_belief(entrant, {0, entrant == 2 ? 1.5 : 0.5});
  }
  const auto match = pairing.next();
  ASSERT_TRUE(match);
  EXPECT_THAT(*match, testing::Contains(2U));
}

/// How often entrant 0, whose interval is the widest, met each of the others in that many matches.
std::vector<int> opponents_of_first(LadderPairing& pairing, int matches) {
  std::vector<int> before(8);
  for (Entrant entrant = 1; entrant < before.size(); ++entrant) {
    before[entrant] = pairing.met(0, entrant);
  }
  for (int match = 0; match < matches; ++match) {
    pairing.end(pairing.next().value());
  }
  for (Entrant entrant = 1; entrant < before.size(); ++entrant) {
    before[entrant] = pairing.met(0, entrant) - before[entrant];
  }
  return before;
}

TEST(LadderPairing, PrefersOpponentsOfSimilarStrength) {
  LadderPairing pairing = pairing_of(3);
  pairing.set_belief(0, {1, 1});
  pairing.set_belief(1, {-5, 0.1});
  pairing.set_belief(2, {0.9, 0.1});
  const std::vector<int> met = opponents_of_first(pairing, 100);
  EXPECT_GT(met[2], 2 * met[1]);
  EXPECT_GT(met[1], 0) << "else nobody would know how far apart they are";
}

TEST(LadderPairing, PrefersOpponentsThatWereSeldomMet) {
  LadderPairing pairing = pairing_of(4);
  pairing.set_belief(0, {0, 2});
  for (Entrant entrant = 1; entrant < 4; ++entrant) {
    pairing.set_belief(entrant, {0, 0.1});
  }
  for (int match = 0; match < 200; ++match) {
    pairing.count({0, 1});
  }
  const std::vector<int> met = opponents_of_first(pairing, 60);
  EXPECT_LT(met[1] * 5, met[2]);
  EXPECT_NEAR(met[2], met[3], 12);
}

TEST(LadderPairing, GivesSeatsInTurn) {
  LadderPairing pairing = pairing_of(2);
  std::vector<Entrant> first;
  for (int match = 0; match < 6; ++match) {
    const auto seats = pairing.next().value();
    first.push_back(seats.front());
    pairing.end(seats);
  }
  EXPECT_EQ(std::ranges::count(first, 0U), 3);
  EXPECT_NE(first[0], first[1]);
}

TEST(LadderPairing, NobodyPlaysTwoMatchesAtOnce) {
  LadderPairing pairing = pairing_of(5);
  const auto a = pairing.next().value();
  const auto b = pairing.next().value();
  EXPECT_FALSE(pairing.next()) << "one is left, and the others play";
  EXPECT_TRUE(std::ranges::find_first_of(a, b) == a.end());
  pairing.end(a);
  EXPECT_TRUE(pairing.next());
}

TEST(LadderPairing, AloneAnEntrantPlaysTheHouseBotIfThereIsOne) {
  LadderPairing without = pairing_of(1);
  EXPECT_FALSE(without.next());
  LadderPairing with = pairing_of(1, 2, true);
  EXPECT_THAT(with.next().value(), ElementsAre(0U));
  EXPECT_FALSE(with.next()) << "it plays";
}

TEST(LadderPairing, PlaysTheHouseBotOnceInTenMatches) {
  LadderPairing pairing = pairing_of(6, 2, true);
  std::vector<int> houses(6);
  std::vector<int> matches(6);
  for (int match = 0; match < 600; ++match) {
    const auto seats = pairing.next().value();
    for (const Entrant entrant : seats) {
      ++matches[entrant];
      houses[entrant] += seats.size() == 1 ? 1 : 0;
    }
    pairing.end(seats);
  }
  for (Entrant entrant = 0; entrant < 6; ++entrant) {
    EXPECT_NEAR(houses[entrant], matches[entrant] / LadderPairing::kHouseEvery, 1);
    EXPECT_GT(houses[entrant], 0);
  }
}

TEST(LadderPairing, FillsTablesOfMoreThanTwo) {
  LadderPairing four = pairing_of(7, 4);
  EXPECT_EQ(four.next().value().size(), 4U);
  EXPECT_FALSE(four.next()) << "three are left, and a fourth is playing";
  LadderPairing three = pairing_of(3, 4);
  EXPECT_EQ(three.next().value().size(), 3U) << "no more are here";
}

TEST(LadderPairing, OneThatHasLeftIsNotCalled) {
  LadderPairing pairing = pairing_of(3);
  pairing.leave(1);
  for (int match = 0; match < 10; ++match) {
    const auto seats = pairing.next().value();
    EXPECT_THAT(seats, UnorderedElementsAre(0U, 2U));
    pairing.end(seats);
  }
  pairing.arrive(1);
  EXPECT_EQ(pairing.matches(1), 0);
  EXPECT_THAT(pairing.next().value(), testing::Contains(1U))
      << "its interval is as wide, and it has played least";
}

/// Matches side by side, of which a random one ends before another begins, while entrants come and leave.
/// The bound is checked at each step.
void expect_bounded(std::size_t seats, std::size_t entrants, bool house, std::uint64_t seed) {
  Random random(seed);
  LadderPairing pairing(seats, house);
  std::vector<bool> here(entrants);
  std::size_t most_here = 0;
  std::vector<std::vector<Entrant>> running;
  std::vector<int> matches(entrants);
  for (int step = 0; step < 4000; ++step) {
    const auto late = static_cast<std::size_t>(step) / 50;
    if (step % 50 == 0 && late < entrants) {  // one after the other comes
      here[late] = true;
      pairing.arrive(late);
    } else if (random.below(20) == 0) {  // some leave, and some come back
      const std::size_t entrant = random.below(entrants);
      here[entrant] = !here[entrant];
      here[entrant] ? pairing.arrive(entrant) : pairing.leave(entrant);
    }
    // From then on the bound is that of the most who were here.
    most_here = std::max<std::size_t>(most_here, static_cast<std::size_t>(std::ranges::count(here, true)));
    if (running.size() < 4) {
      if (const auto match = pairing.next()) {
        for (const Entrant entrant : *match) {
          ++matches[entrant];
          // Wildly different intervals: those who are known well would never be called without the bound.
          pairing.set_belief(entrant, {random.real() * 4 - 2, entrant % 3 == 0 ? 2.0 : 0.1});
        }
        running.push_back(*match);
      }
    }
    for (Entrant entrant = 0; entrant < entrants; ++entrant) {
      ASSERT_LE(pairing.passed_over(entrant), pairing.passed_over_at_most(most_here))
          << "entrant " << entrant << " at step " << step;
    }
    if (!running.empty() && random.below(2) == 0) {
      const auto ended = running.begin() + static_cast<std::ptrdiff_t>(random.below(running.size()));
      pairing.end(*ended);
      running.erase(ended);
    }
  }
  EXPECT_GT(std::ranges::min(matches), 0) << "each was there for a while";
}

// Tournaments 13.4
TEST(LadderPairing, NobodyIsPassedOverMoreOftenThanTheBound) {
  for (std::uint64_t seed = 1; seed <= test_support::random_cases(1U); ++seed) {
    expect_bounded(2, 30, false, seed);
    expect_bounded(2, 30, true, seed);
    expect_bounded(4, 30, false, seed);
    expect_bounded(2, 3, true, seed);
  }
}

TEST(LadderPairing, TheSameCallsGiveTheSameMatches) {
  const auto strengths = simulation::strengths(30, 5);
  const auto once = simulation::ladder(strengths, 300, 1);
  const auto again = simulation::ladder(strengths, 300, 1);
  ASSERT_EQ(once.size(), again.size());
  for (std::size_t i = 0; i < once.size(); ++i) {
    EXPECT_EQ(once[i].seats.front().player, again[i].seats.front().player);
  }
}

// bench/ladder_table does the same with 1000 entrants: LADDER.md has its table.
TEST(LadderPairing, AfterTwentyMatchesTheIntervalsHoldTheTrueStrengths) {
  constexpr std::size_t kPlayers = 200;
  const auto strengths = simulation::strengths(kPlayers, 7);
  const auto games = simulation::ladder(strengths, kPlayers * 20 / 2, 8);
  const auto counts = simulation::games_of(kPlayers, games);
  EXPECT_GE(std::ranges::min(counts), 15) << "all play about as much";
  EXPECT_GE(simulation::covered(strengths, rating::ratings_of(kPlayers, games)), 0.93);
}

}  // namespace
}  // namespace referee
