#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sample_bots/cpp/lightcycle/chambers.h"
#include "sample_bots/cpp/lightcycle/grid.h"
#include "sample_bots/cpp/lightcycle/pilot.h"

namespace {

using lightcycle::Cell;
using lightcycle::Chambers;
using lightcycle::Grid;
using lightcycle::Json;
using lightcycle::Pilot;

/// Counts the way through a picture: '.' is inside, 'S' the start.
int count(const std::vector<std::string>& rows) {
  std::vector<std::uint8_t> inside;
  std::size_t start = 0;
  for (const std::string& row : rows) {
    for (const char c : row) {
      start = c == 'S' ? inside.size() : start;
      inside.push_back(c == '#' ? 0 : 1);
    }
  }
  return Chambers().count(inside, rows.front().size(), start);
}

TEST(Chambers, OneRoomCountsWhole) {
  EXPECT_EQ(count({"S"}), 0);
  EXPECT_EQ(count({"S..", "...", "..."}), 8);
  EXPECT_EQ(count({"S....."}), 5);
}

TEST(Chambers, OnlyOneOfTwoBranchesCounts) {
  EXPECT_EQ(count({"..S..."}), 3);
  EXPECT_EQ(count({"..#....",  //
                   "..S....",  //
                   "..#...."}),
            12);
}

TEST(Chambers, ABranchOnTheWayDoesNotCount) {
  // From the left room through the corridor into the right one; the dead end below does not count.
  EXPECT_EQ(count({"S.#..",  //
                   ".....",  //
                   "..#..",  //
                   "#.###"}),
            5 + 1 + 6);
}

Json setup() { return {{"size", 12}, {"starts", {{{0, 3}, {0, 8}}, {{11, 3}, {11, 8}}}}}; }

TEST(Grid, RemembersTrailsAndClearsThoseOfTheDead) {
  Grid grid(setup());
  EXPECT_FALSE(grid.is_free({0, 3}));
  grid.observe({{"cycles", {{1, 3}, {0, 9}, {10, 3}, {11, 7}}}});
  EXPECT_FALSE(grid.is_free({0, 3}));
  EXPECT_FALSE(grid.is_free({1, 3}));
  EXPECT_EQ(grid.cycles()[0].heading, (Cell{1, 0}));
  grid.observe({{"cycles", {{-1, -1}, {0, 10}, {9, 3}, {11, 6}}}});
  EXPECT_TRUE(grid.is_free({0, 3}));
  EXPECT_TRUE(grid.is_free({1, 3}));
  EXPECT_FALSE(grid.is_free({10, 3}));
  EXPECT_FALSE(grid.cycles()[0].alive);
  EXPECT_FALSE(grid.is_free({-1, 0}));
  EXPECT_FALSE(grid.is_free({0, 12}));
}

TEST(Pilot, LeavesADeadEndAlone) {
  Json view = {{"cycles", {{0, 3}, {0, 8}, {11, 3}, {11, 8}}}};
  Grid grid(setup());
  // The first cycle draws a hook whose inside is one cell.
  for (const auto& [x, y] : std::vector<std::pair<int, int>>{{1, 3}, {2, 3}, {2, 2}, {2, 1}, {1, 1}}) {
    view["cycles"][0] = {x, y};
    grid.observe(view);
  }
  Pilot pilot;
  EXPECT_NE(pilot.choose(grid, 0).front(), (Cell{1, 2}));
}

TEST(Pilot, SendsTeamMatesToDifferentCells) {
  const Json near = {{"size", 12}, {"starts", {{{5, 5}, {5, 7}, {4, 6}}, {{11, 3}}}}};
  Grid grid(near);
  Pilot pilot;
  const auto targets = pilot.choose(grid, 0);
  ASSERT_EQ(targets.size(), 3U);
  EXPECT_FALSE(targets[0] == targets[1] || targets[1] == targets[2] || targets[0] == targets[2]);
}

TEST(Pilot, AnswersForEachCycleOfATeam) {
  Grid grid(setup());
  grid.observe({{"cycles", {{-1, -1}, {0, 9}, {10, 3}, {11, 7}}}});
  Pilot pilot;
  const auto answer = lightcycle::answer_of(grid, 0, pilot.choose(grid, 0));
  ASSERT_EQ(answer.size(), 2U);
  EXPECT_TRUE(answer[0].is_null());
  EXPECT_EQ(answer[1].size(), 2U);
}

}  // namespace
