#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/engines/play.h"

// The messages about mistakes in options.
namespace engines {
namespace {

std::string error(std::string_view game, std::string_view options) {
  return options_error(game, Json::parse(options));
}

// Walls 1.1, 7.1, 7.2: what is out of range.
TEST(WallsOptions, NameTheKeyAndWhatWasExpected) {
  EXPECT_EQ(error("walls", R"({"n":4})"), "options.n: got 4, expected an odd integer from 3 to 99");
  for (const char* n :
       {"1", "2", "101", "-5", "5.0", "\"5\"", "null", "true", "1e300", "18446744073709551615"}) {
    EXPECT_EQ(error("walls", std::string(R"({"n":)") + n + "}").rfind("options.n: got ", 0), 0U) << n;
  }
  EXPECT_EQ(error("walls", R"({"first":2})"), "options.first: got 2, expected an integer from 0 to 1");
  EXPECT_EQ(error("walls", R"({"N":5})"), "options.N: got 5, expected one of the keys n, first");
  EXPECT_EQ(error("walls", "[5]"), "options: got [5], expected an object");
}

// Walls 7.1, 7.2: the ends of the ranges.
TEST(WallsOptions, AcceptTheWholeRange) {
  for (const char* options : {R"({"n":3})", R"({"n":99})", R"({"first":1})"}) {
    EXPECT_NO_THROW(start("walls", options)) << options;
  }
}

// Light Cycle 7.4: cells off the grid, twice the same cell, and what is no cell.
TEST(LightCycleOptions, NameTheCell) {
  EXPECT_EQ(error("lightcycle", R"({"starts":[[[0,0]],[[170,4]]]})"),
            "options.starts[1][0]: got [170,4], expected a cell on the 170 x 170 grid");
  EXPECT_EQ(error("lightcycle", R"({"size":9,"starts":[[[0,0],[3,4]],[[8,8],[3,4]]]})"),
            "options.starts[1][1]: got [3,4], expected a cell where no other cycle starts");
  for (const char* cell :
       {"[0]", "[0,0,0]", "7", "null", "[1.0,1]", "[-1,0]", "[0,1e300]", "[[0,0],[1,1]]"}) {
    const auto text = error("lightcycle", std::string(R"({"starts":[[[1,1]],[[2,2],)") + cell + "]]}");
    EXPECT_EQ(text.rfind("options.starts[1][1]: got ", 0), 0U) << text;
  }
}

// Light Cycle 7.2: a team without cycles, and a single team.
TEST(LightCycleOptions, NameTheTeam) {
  EXPECT_EQ(error("lightcycle", R"({"starts":[[[1,1]],[]]})"),
            "options.starts[1]: got [], expected a list of 1 to 64 cells [x,y]");
  EXPECT_EQ(error("lightcycle", R"({"starts":[{"x":1},[[1,1]]]})"),
            R"(options.starts[0]: got {"x":1}, expected a list of 1 to 64 cells [x,y])");
  EXPECT_EQ(error("lightcycle", R"({"starts":[[[1,1]]]})"),
            "options.starts: got [[[1,1]]], expected a list of 2 to 64 teams");
}

/// Starts of `teams` teams of `cycles` cycles each, on different cells.
Json crowd(int teams, int cycles) {
  Json starts = Json::array();
  for (int team = 0; team < teams; ++team) {
    Json cells = Json::array();
    for (int cycle = 0; cycle < cycles; ++cycle) {
      cells.push_back(Json::array({cycle, team}));
    }
    starts.push_back(std::move(cells));
  }
  return Json::object({{"starts", std::move(starts)}});
}

// Light Cycle 7.2, 7.3: 256 cycles are the most, 64 of one team, and 64 teams.
TEST(LightCycleOptions, BoundTheNumberOfCycles) {
  EXPECT_NO_THROW(start("lightcycle", crowd(4, 64).dump()));
  EXPECT_NO_THROW(start("lightcycle", crowd(64, 4).dump()));
  EXPECT_NE(options_error("lightcycle", crowd(5, 52)).find("expected at most 256 cycles in all"),
            std::string::npos);
  EXPECT_EQ(options_error("lightcycle", crowd(3, 65)).rfind("options.starts[0]: ", 0), 0U);
  EXPECT_EQ(options_error("lightcycle", crowd(65, 1)).rfind("options.starts: ", 0), 0U);
}

// Light Cycle 6.6, 7.1, 7.5: at most 2 turns on 2 x 2 cells.
TEST(LightCycleOptions, BoundTheGrid) {
  EXPECT_EQ(error("lightcycle", R"({"size":1001})"),
            "options.size: got 1001, expected an integer from 2 to 1000");
  EXPECT_EQ(error("lightcycle", R"({"size":1})"), "options.size: got 1, expected an integer from 2 to 1000");
  EXPECT_EQ(
      error("lightcycle", R"({"size":100})"),
      "options.size: got 100, expected 170 or more where no starts are given: the handout's would not be on "
      "the grid");
  EXPECT_NO_THROW(start("lightcycle", R"({"size":1000})"));
  EXPECT_EQ(start("lightcycle", R"({"size":2,"starts":[[[0,0]],[[1,1]]]})")->max_turns(), 2U);
}

// Superball 1.3, 7.1, 7.2, 7.4, 7.5: values outside the ranges are refused.
TEST(SuperballOptions, NameTheKeyAndWhatWasExpected) {
  EXPECT_EQ(error("superball", R"({"rows":0})"), "options.rows: got 0, expected an integer from 1 to 100");
  EXPECT_EQ(error("superball", R"({"rows":2,"cols":2})"),
            "options.cols: got 2, expected 3 or more where rows is 2: the game starts with five pieces");
  EXPECT_EQ(error("superball", R"({"cols":1})"), "options.cols: got 1, expected an integer from 2 to 100");
  EXPECT_EQ(error("superball", R"({"min_score_size":0})"),
            "options.min_score_size: got 0, expected an integer from 1 to 80");
  EXPECT_EQ(error("superball", R"({"rows":5,"cols":2,"min_score_size":11})"),
            "options.min_score_size: got 11, expected an integer from 1 to 10");
  EXPECT_EQ(error("superball", R"({"deal":"open"})"),
            R"(options.deal: got "open", expected one of "handout", "secret")");
  EXPECT_EQ(error("superball", R"({"max_moves":0})"),
            "options.max_moves: got 0, expected an integer from 1 to 100000");
  EXPECT_EQ(
      error("superball", R"({"colours":"pb"})"),
      R"(options.colours: got "pb", expected one of the keys rows, cols, min_score_size, colors, deal, max_moves: did you mean 'colors'?)");
}

// Superball 7.3: 1 to 26 different lower-case letters.
TEST(SuperballOptions, ColorsAreDifferentLowerCaseLetters) {
  for (const char* colors : {R"("")", R"("pbp")", R"("Pb")", R"("p b")", R"("p.")", R"("p*")", "\"\u00e9\"",
                             R"("abcdefghijklmnopqrstuvwxyzz")", R"(["p","b"])", "7", "null"}) {
    const auto text = error("superball", std::string(R"({"colors":)") + colors + "}");
    EXPECT_EQ(text.rfind("options.colors: got ", 0), 0U) << text;
    EXPECT_NE(text.find(", expected 1 to 26 different lower-case letters"), std::string::npos) << text;
  }
}

// Superball 7.1, 7.2, 7.3, 7.5: the smallest and the largest values.
TEST(SuperballOptions, AcceptTheWholeRange) {
  for (const char* options :
       {R"({"rows":5,"cols":2})", R"({"rows":1,"cols":5})", R"({"rows":2,"cols":3})",
        R"({"rows":100,"cols":100,"min_score_size":10000,"max_moves":100000})", R"({"colors":"a"})",
        R"({"colors":"zyxwvutsrqponmlkjihgfedcba"})", R"({"max_moves":1})"}) {
    EXPECT_NO_THROW(start("superball", options)) << options;
  }
}

}  // namespace
}  // namespace engines
