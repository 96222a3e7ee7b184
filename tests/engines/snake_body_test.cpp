#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engines/registry.h"
#include "tests/engines/cells.h"
#include "tests/engines/play.h"

// The body of the snake: how it grows, shifts and is cut. The quoted sentences are the rules of the game.
namespace engines {
namespace {

using Rows = std::vector<std::string>;

/// The view after a walk from the start, step by step.
Json after(const Rows& maze, std::string_view steps, bool with_body = true) {
  const auto game = find_game("snake")->make({{"maze", maze}, {"body", with_body}}, Seed{});
  for (const char step : steps) {
    EXPECT_FALSE(turn(*game, {says(Json(std::string(1, step)).dump())})["refused"]) << steps;
  }
  return game->view();
}

Json body(const Rows& maze, std::string_view steps) { return after(maze, steps)["body"]; }

// "A step onto `$`: the coin is taken and the body becomes the old head cell + the whole old body."
TEST(SnakeBody, GrowsOverACoin) {
  const Rows maze = {"o$$$_"};
  EXPECT_EQ(body(maze, ""), cells("[]"));
  EXPECT_EQ(body(maze, "E"), cells("[[0,0]]"));
  EXPECT_EQ(body(maze, "EE"), cells("[[0,1],[0,0]]"));
  EXPECT_EQ(body(maze, "EEE"), cells("[[0,2],[0,1],[0,0]]"));
}

// "Body = the segments behind the head, one per coin held." The tail stays where it is while the snake grows.
TEST(SnakeBody, KeepsItsTailWhileItGrows) {
  EXPECT_EQ(body({"o$ $_"}, "EE"), cells("[[0,1]]"));
  EXPECT_EQ(body({"o$ $_"}, "EEE"), cells("[[0,2],[0,1]]"));
}

// "Any other step: the whole body shifts first (tail cell freed)"
TEST(SnakeBody, ShiftsOnAnyOtherStep) {
  const Rows maze = {"o$$ T#!_"};
  EXPECT_EQ(body(maze, "EEE"), cells("[[0,2],[0,1]]"));
  EXPECT_EQ(body(maze, "EEEE"), cells("[[0,3],[0,2]]"));   // a drill
  EXPECT_EQ(body(maze, "EEEEE"), cells("[[0,4],[0,3]]"));  // a wall
  EXPECT_EQ(body(maze, "EEEEEE"), cells("[[0,5]]"));       // a mishap, which cuts it as well
  EXPECT_EQ(body(maze, "EEEEEEE"), cells("[[0,6]]"));      // the exit
}

// "(tail cell freed)": the head may follow its own tail, and one segment never bites.
TEST(SnakeBody, MayEnterTheCellThatItsTailIsLeaving) {
  EXPECT_EQ(body({"o$", "$$", "_ "}, "ESO"), cells("[[1,1],[0,1],[0,0]]"));
  EXPECT_EQ(body({"o$", "$$", "_ "}, "ESON"), cells("[[1,0],[1,1],[0,1]]"));
  EXPECT_EQ(body({"o$_"}, "EO"), cells("[[0,1]]"));
  EXPECT_EQ(body({"o$_"}, "EOEO"), cells("[[0,1]]"));
}

// "then, if the head's cell is body segment i (0 = nearest the head), segments i, i+1, ... and their coins
// are lost."
TEST(SnakeBody, LosesWhatItBitesOffAndWhatIsBehind) {
  const Rows maze = {"o$$$ _", "      "};
  EXPECT_EQ(body(maze, "EEEE"), cells("[[0,3],[0,2],[0,1]]"));
  const Json turned = after(maze, "EEEEO");  // back into its own neck: segment 1
  EXPECT_EQ(turned["body"], cells("[[0,4]]"));
  EXPECT_EQ(turned["coins"], 1);
  EXPECT_EQ(turned["points"], 1000 + 10 - 5);
}

TEST(SnakeBody, BitesSegmentTwoOrFurtherAfterALoop) {
  const Rows maze = {"o$$$$$ ", "      _"};
  EXPECT_EQ(after(maze, "EEEEE")["coins"], 5);
  const Json looped = after(maze, "EEEEESON");  // a loop of four: its own cell of four steps ago is segment 3
  EXPECT_EQ(looped["body"], cells("[[1,4],[1,5],[0,5]]"));
  EXPECT_EQ(looped["coins"], 3);
}

// "The coin is taken" on the very step that would shift otherwise: a coin is never part of the body, so a
// step onto one never bites.
TEST(SnakeBody, WholeLengthIsKeptRoundALoopAsLongAsTheBody) {
  const Rows maze = {"o$$", "$ $", "$$$", "_  "};
  const Json round = after(maze, "EESSOONN");
  EXPECT_EQ(round["coins"], 7);
  EXPECT_EQ(round["head"], cells("[0,0]"));
  EXPECT_EQ(round["body"].size(), 7U);  // the tail just left the start
}

// "`!`: after the shift the body is cut to floor(len/2), from the tail."
TEST(SnakeBody, IsHalvedByAMishap) {
  EXPECT_EQ(after({"o$$$!_"}, "EEEE")["body"], cells("[[0,3]]"));
  EXPECT_EQ(after({"o$$!_"}, "EEE")["body"], cells("[[0,2]]"));
  EXPECT_EQ(after({"o$!_"}, "EE")["body"], cells("[]"));
  EXPECT_EQ(after({"o!_"}, "E")["body"], cells("[]"));
  EXPECT_EQ(after({"o$$$$$!!_"}, "EEEEEEE")["coins"], 1);
}

// "score = 1000 + 10 x body length - steps"
TEST(SnakeBody, CountsAtTheExit) {
  EXPECT_EQ(after({"o$$$_"}, "EEEE")["points"], 1026);
  EXPECT_EQ(after({"o$$$!_"}, "EEEEE")["points"], 1005);
}

// "Option `body` [...] False [...]: coins are a counter, `!` halves it (floor), the snake never meets itself,
// `body` in the view is `[]`; score = 1000 + 10 x coins - steps."
TEST(SnakeBody, IsOnlyCountedWithoutTheOption) {
  const Json turned = after({"o$$$ _"}, "EEEEOOOEEEE", false);
  EXPECT_EQ(turned["body"], Json::array());
  EXPECT_EQ(turned["coins"], 3);
  EXPECT_EQ(turned["points"], 1000 + 30 - 11);
  EXPECT_EQ(after({"o$$$!_"}, "EEEE", false)["coins"], 1);
  EXPECT_EQ(after({"o$$$!_"}, "EEEEE", false)["points"], 1005);
}

// A snake with a body loses by the same way what one without keeps.
TEST(SnakeBody, DeadEndsCostABody) {
  const Rows maze = {"o$$$", "_###"};
  EXPECT_EQ(after(maze, "EEEOOOS")["coins"], 1);
  EXPECT_EQ(after(maze, "EEEOOOS", false)["coins"], 3);
}

}  // namespace
}  // namespace engines
