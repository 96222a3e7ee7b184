#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engines/registry.h"
#include "tests/engines/cells.h"
#include "tests/engines/play.h"

// The body of the snake: how it grows, moves and is cut. Tests name paragraphs of engines/snake/RULES.md.
namespace engines {
namespace {

using Rows = std::vector<std::string>;

/// The view after a walk from the start, step by step.
Json after(const Rows& maze, std::string_view steps, bool with_body = true) {
  const auto game = find_game("snake")->make({{"maze", maze}, {"body", with_body}}, Seed{});
  for (const char step : steps) {
    EXPECT_FALSE(turn(*game, {says(Json(std::string(1, step)).dump())})["refused"]) << steps;
  }
  return game->view(Observer::everybody());
}

Json body(const Rows& maze, std::string_view steps) { return after(maze, steps)["body"]; }

// Snake 5.2: with a coin the body grows by the cell that the head leaves.
TEST(SnakeBody, GrowsOverACoin) {
  const Rows maze = {"o$$$_"};
  EXPECT_EQ(body(maze, ""), cells("[]"));
  EXPECT_EQ(body(maze, "E"), cells("[[0,0]]"));
  EXPECT_EQ(body(maze, "EE"), cells("[[0,1],[0,0]]"));
  EXPECT_EQ(body(maze, "EEE"), cells("[[0,2],[0,1],[0,0]]"));
}

// Snake 5.1, 5.2: one segment for each coin; the tail stays where it is while the snake grows.
TEST(SnakeBody, KeepsItsTailWhileItGrows) {
  EXPECT_EQ(body({"o$ $_"}, "EE"), cells("[[0,1]]"));
  EXPECT_EQ(body({"o$ $_"}, "EEE"), cells("[[0,2],[0,1]]"));
}

// Snake 5.3, 5.7: the body moves up with every step but that onto a coin.
TEST(SnakeBody, ShiftsOnAnyOtherStep) {
  const Rows maze = {"o$$ T#!_"};
  EXPECT_EQ(body(maze, "EEE"), cells("[[0,2],[0,1]]"));
  EXPECT_EQ(body(maze, "EEEE"), cells("[[0,3],[0,2]]"));   // a drill
  EXPECT_EQ(body(maze, "EEEEE"), cells("[[0,4],[0,3]]"));  // a wall
  EXPECT_EQ(body(maze, "EEEEEE"), cells("[[0,5]]"));       // a mishap, which cuts it as well
  EXPECT_EQ(body(maze, "EEEEEEE"), cells("[[0,6]]"));      // the exit
}

// Snake 5.5: the head may follow its own tail, and one segment never bites.
TEST(SnakeBody, MayEnterTheCellThatItsTailIsLeaving) {
  EXPECT_EQ(body({"o$", "$$", "_ "}, "ESO"), cells("[[1,1],[0,1],[0,0]]"));
  EXPECT_EQ(body({"o$", "$$", "_ "}, "ESON"), cells("[[1,0],[1,1],[0,1]]"));
  EXPECT_EQ(body({"o$_"}, "EO"), cells("[[0,1]]"));
  EXPECT_EQ(body({"o$_"}, "EOEO"), cells("[[0,1]]"));
}

// Snake 5.4, 5.5: the snake loses the segment that it bites and all behind it; 10 for one coin - 5 steps.
TEST(SnakeBody, LosesWhatItBitesOffAndWhatIsBehind) {
  const Rows maze = {"o$$$ _", "      "};
  EXPECT_EQ(body(maze, "EEEE"), cells("[[0,3],[0,2],[0,1]]"));
  const Json turned = after(maze, "EEEEO");  // back into its own neck: segment 1
  EXPECT_EQ(turned["body"], cells("[[0,4]]"));
  EXPECT_EQ(turned["coins"], 1);
  EXPECT_EQ(turned["points"], 1000 + 10 - 5);
}

// Snake 5.4: segments nearer the head than the one bitten stay.
TEST(SnakeBody, BitesSegmentTwoOrFurtherAfterALoop) {
  const Rows maze = {"o$$$$$ ", "      _"};
  EXPECT_EQ(after(maze, "EEEEE")["coins"], 5);
  const Json looped = after(maze, "EEEEESON");  // a loop of four: its own cell of four steps ago is segment 3
  EXPECT_EQ(looped["body"], cells("[[1,4],[1,5],[0,5]]"));
  EXPECT_EQ(looped["coins"], 3);
}

// Snake 5.3, 5.5: round a loop of eight cells a body of seven does not bite.
TEST(SnakeBody, WholeLengthIsKeptRoundALoopAsLongAsTheBody) {
  const Rows maze = {"o$$", "$ $", "$$$", "_  "};
  const Json round = after(maze, "EESSOONN");
  EXPECT_EQ(round["coins"], 7);
  EXPECT_EQ(round["head"], cells("[0,0]"));
  EXPECT_EQ(round["body"].size(), 7U);  // the tail just left the start
}

// Snake 4.3, 5.7: a mishap cuts the body to half its length, rounded down, after it has moved up.
TEST(SnakeBody, IsHalvedByAMishap) {
  EXPECT_EQ(after({"o$$$!_"}, "EEEE")["body"], cells("[[0,3]]"));
  EXPECT_EQ(after({"o$$!_"}, "EEE")["body"], cells("[[0,2]]"));
  EXPECT_EQ(after({"o$!_"}, "EE")["body"], cells("[]"));
  EXPECT_EQ(after({"o!_"}, "E")["body"], cells("[]"));
  EXPECT_EQ(after({"o$$$$$!!_"}, "EEEEEEE")["coins"], 1);
}

// Snake 7.1: 1000 + 10 a segment - steps.
TEST(SnakeBody, CountsAtTheExit) {
  EXPECT_EQ(after({"o$$$_"}, "EEEE")["points"], 1026);
  EXPECT_EQ(after({"o$$$!_"}, "EEEEE")["points"], 1005);
}

// Snake 4.3, 5.8, 7.1: without a body coins are counted, a mishap halves their number, and nothing bites.
TEST(SnakeBody, IsOnlyCountedWithoutTheOption) {
  const Json turned = after({"o$$$ _"}, "EEEEOOOEEEE", false);
  EXPECT_EQ(turned["body"], Json::array());
  EXPECT_EQ(turned["coins"], 3);
  EXPECT_EQ(turned["points"], 1000 + 30 - 11);
  EXPECT_EQ(after({"o$$$!_"}, "EEEE", false)["coins"], 1);
  EXPECT_EQ(after({"o$$$!_"}, "EEEEE", false)["points"], 1005);
}

// Snake 5.4, 5.8: a snake with a body loses by the same way what one without keeps.
TEST(SnakeBody, DeadEndsCostABody) {
  const Rows maze = {"o$$$", "_###"};
  EXPECT_EQ(after(maze, "EEEOOOS")["coins"], 1);
  EXPECT_EQ(after(maze, "EEEOOOS", false)["coins"], 3);
}

}  // namespace
}  // namespace engines
