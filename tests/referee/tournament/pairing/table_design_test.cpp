#include "referee/tournament/pairing/table_design.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>

namespace referee {
namespace {

/// How often each pair meets, at index a * entrants + b for b < a; -1 elsewhere.
std::vector<int> meetings(const TableDesign& design, std::size_t entrants) {
  std::vector<int> met(entrants * entrants, -1);
  for (std::size_t a = 0; a < entrants; ++a) {
    std::fill_n(met.begin() + static_cast<std::ptrdiff_t>(a * entrants), a, 0);
  }
  for (std::size_t r = 0; r < design.rounds(); ++r) {
    for (const auto& table : design.round(r)) {
      for (const std::size_t a : table) {
        for (const std::size_t b : table) {
          met[a * entrants + b] += b < a ? 1 : 0;
        }
      }
    }
  }
  return met;
}

/// Expects in each round each entrant at one table at most, and tables of 2 to `seats` entrants.
void expect_rounds(const TableDesign& design, std::size_t entrants, std::size_t seats) {
  for (std::size_t r = 0; r < design.rounds(); ++r) {
    std::set<std::size_t> seen;
    for (const auto& table : design.round(r)) {
      EXPECT_GE(table.size(), 2U);
      EXPECT_LE(table.size(), seats);
      for (const std::size_t entrant : table) {
        EXPECT_LT(entrant, entrants);
        EXPECT_TRUE(seen.insert(entrant).second) << "twice in round " << r;
      }
    }
    EXPECT_GE(seen.size() + 1, entrants) << "more than one is free";
  }
}

/// Every design that find() claims to know.
void expect_balanced(std::size_t entrants, std::size_t seats) {
  const auto design = TableDesign::find(entrants, seats);
  if (!design) {
    return;
  }
  SCOPED_TRACE(std::to_string(entrants) + " at tables of " + std::to_string(seats) + ": " + design->name());
  expect_rounds(*design, entrants, seats);
  const auto met = meetings(*design, entrants);
  EXPECT_TRUE(
      std::ranges::all_of(met, [&](int times) { return times == -1 || times == design->meetings(); }));
}

// Tournaments 9.1: every two entrants meet equally often where a construction is known.
TEST(TableDesign, LetsEveryTwoMeetEquallyOften) {
  for (std::size_t seats = 3; seats <= 8; ++seats) {
    for (std::size_t entrants = 2; entrants <= (seats == 4 ? 73U : 31U); ++entrants) {
      expect_balanced(entrants, seats);
    }
  }
  expect_balanced(49, 7);
}

TEST(TableDesign, IsKnownForUpToSixtyFourAtTablesOfFour) {
  for (std::size_t entrants = 2; entrants <= 64; ++entrants) {
    EXPECT_TRUE(TableDesign::find(entrants, 4)) << entrants;
  }
  EXPECT_FALSE(TableDesign::find(65, 4));
  EXPECT_FALSE(TableDesign::find(5, 3));
}

std::pair<std::size_t, int> size_of(std::size_t entrants, std::size_t seats) {
  const auto design = TableDesign::find(entrants, seats);
  return design ? std::pair(design->rounds(), design->meetings()) : std::pair(std::size_t{0}, 0);
}

using Size = std::pair<std::size_t, int>;

// Resolvable designs, in which every two meet once: 4 entrants in 1 round, 16 in 5, 28 in 9, 40 in 13.
TEST(TableDesign, LetsEveryTwoMeetOnceWhereThatIsPossible) {
  EXPECT_EQ(size_of(4, 4), Size(1, 1));
  EXPECT_EQ(size_of(16, 4), Size(5, 1));
  EXPECT_EQ(size_of(28, 4), Size(9, 1));
  EXPECT_EQ(size_of(40, 4), Size(13, 1));
  EXPECT_EQ(size_of(52, 4), Size(17, 1));
  EXPECT_EQ(size_of(64, 4), Size(21, 1));
  EXPECT_EQ(size_of(9, 3), Size(4, 1));
  EXPECT_EQ(size_of(25, 5), Size(6, 1));
}

// Whist tournaments: for v = 0 (1) modulo 4 entrants v - 1 (v) rounds, in which every two meet 3 times.
TEST(TableDesign, ElseTakesTheRoundsOfAWhistTournament) {
  EXPECT_EQ(size_of(8, 4), Size(7, 3));
  EXPECT_EQ(size_of(12, 4), Size(11, 3));
  EXPECT_EQ(size_of(60, 4), Size(59, 3));
  EXPECT_EQ(size_of(5, 4), Size(5, 3));
  EXPECT_EQ(size_of(9, 4), Size(9, 3));
  EXPECT_EQ(size_of(13, 4), Size(13, 3));
  EXPECT_EQ(size_of(21, 4), Size(21, 3));
}

TEST(TableDesign, LeavesSeatsEmptyForOtherNumbers) {
  EXPECT_EQ(size_of(6, 4), Size(7, 3));
  EXPECT_EQ(size_of(15, 4), Size(5, 1));
  EXPECT_EQ(size_of(14, 4), Size(5, 1));
  EXPECT_EQ(TableDesign::find(14, 4)->name(),
            "resolvable design, difference family over Z5 x Z3 and a fixed point, of 16 places 2 empty");
}

TEST(TableDesign, IsNamed) {
  EXPECT_EQ(TableDesign::find(3, 4)->name(), "all at one table");
  EXPECT_EQ(TableDesign::find(9, 3)->name(), "affine plane of order 3");
  EXPECT_EQ(TableDesign::find(9, 4)->name(), "near-resolvable design, difference family over Z3 x Z3");
  EXPECT_EQ(TableDesign::find(12, 4)->name(),
            "resolvable design, difference family over Z11 and a fixed point");
}

TEST(TableDesign, BeginsWithItsStarter) {
  const Tables first = {{0, 7, 10, 11}, {1, 2, 4, 6}, {3, 5, 8, 9}};
  const Tables second = {{1, 8, 0, 11}, {2, 3, 5, 7}, {4, 6, 9, 10}};
  EXPECT_EQ(TableDesign::find(12, 4)->round(0), first);
  EXPECT_EQ(TableDesign::find(12, 4)->round(1), second);
}

}  // namespace
}  // namespace referee
