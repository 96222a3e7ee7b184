#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engines/registry.h"
#include "tests/engines/play.h"

// The quoted sentences are the rules of the game. Steps, walls, drills and the end here; the body in
// snake_body_test.cpp, mazes in snake_maze_test.cpp.
namespace engines {
namespace {

using Rows = std::vector<std::string>;

std::unique_ptr<Game> snake(const Rows& maze, Json options = Json::object()) {
  options["maze"] = maze;
  return find_game("snake")->make(options, Seed{});
}

Json walk(Game& game, std::string_view steps) { return turn(game, {says(Json(steps).dump())}); }

Rows rows(const Game& game) { return game.view()["maze"].get<Rows>(); }

Json events(std::string_view steps, bool refused) {
  return Json::object({{"steps", steps}, {"refused", refused}});
}

// "the 5x3 maze `#####`,`o $ _`,`#####` walked EEEE scores 1006"
TEST(Snake, ScoresTheHandoutsExample) {
  const auto game = snake({"#####", "o $ _", "#####"});
  EXPECT_EQ(walk(*game, "EEEE"), events("EEEE", false));
  EXPECT_TRUE(game->to_move().empty());
  EXPECT_EQ(game->scores(), std::vector<double>{1006});
  EXPECT_EQ(game->outcome(),
            Json::parse(R"({"exited":true,"points":1006,"coins":1,"steps":4,"path":"EEEE","refused":0})"));
}

// The handout's example is what is played unless a maze is given.
TEST(Snake, PlaysTheHandoutsExampleByDefault) {
  EXPECT_EQ(start("snake")->setup(), Json::parse(R"({"cols":5,"rows":3,"maze":["#####","o $ _","#####"]})"));
  EXPECT_EQ(start("snake", R"({"maze":"c1_handout_corridor"})")->setup(), start("snake")->setup());
}

// "Steps `N S E O` (O = Ovest, west)."
TEST(Snake, StepsToTheFourSides) {
  const auto game = snake({"   ", " o ", "  _"});
  for (const auto& [step, head] : std::vector<std::pair<const char*, const char*>>{
           {"N", "[0,1]"}, {"O", "[0,0]"}, {"S", "[1,0]"}, {"E", "[1,1]"}}) {
    walk(*game, step);
    EXPECT_EQ(game->view()["head"], Json::parse(head)) << step;
  }
}

// "An answer is a string of one or more steps, taken in order until it ends, the game ends, or a step is
// illegal."
TEST(Snake, TakesTheStepsOfAnAnswerInOrder) {
  const auto game = snake({"o  ", "   ", "  _"});
  EXPECT_EQ(walk(*game, "ESO"), events("ESO", false));
  EXPECT_EQ(game->view()["head"], Json::parse("[1,0]"));
  EXPECT_EQ(walk(*game, "EES"), events("EES", false));
  EXPECT_EQ(game->outcome()["path"], "ESOEES");
}

// "(off the board; `#` with no drill use left) is refused, costs nothing and drops the rest of that answer"
TEST(Snake, RefusesAStepOffTheBoardAndTheRestOfTheAnswer) {
  const auto game = snake({"o $", "  _"});
  EXPECT_EQ(walk(*game, "ENEE"), events("E", true));
  EXPECT_EQ(game->view()["head"], Json::parse("[0,1]"));
  EXPECT_EQ(game->view()["steps"], 1);
  EXPECT_EQ(game->view()["points"], 999);
  for (const char* outside : {"N", "OO", "SS"}) {
    EXPECT_TRUE(walk(*game, outside)["refused"]) << outside;
  }
  EXPECT_EQ(game->view()["head"], Json::parse("[1,0]"));
  EXPECT_TRUE(walk(*snake({"o$", "_ "}), "EE")["refused"]);
}

TEST(Snake, RefusesAStepIntoAWall) {
  const auto game = snake({"o#_", "   "});
  EXPECT_EQ(walk(*game, "EEE"), events("", true));
  EXPECT_EQ(rows(*game), (Rows{" #_", "   "}));
  EXPECT_EQ(walk(*game, "SEEN"), events("SEEN", false));
  EXPECT_EQ(game->outcome()["refused"], 1);
  EXPECT_EQ(game->scores(), std::vector<double>{996});
}

// "the answer as a whole was legal (verdict ok, recorded whole)"
TEST(Snake, KeepsAnswersWhole) {
  const auto game = snake({"o#_"});
  for (const char* answer : {"EEE", "NNNNSSSSEEEEOOOO"}) {
    const auto kept = game->submit(0, answer);
    ASSERT_TRUE(std::holds_alternative<std::string>(kept));
    EXPECT_EQ(std::get<std::string>(kept), Json(answer).dump());
  }
}

// "An empty string or any other letter, lower case too, is no move."
TEST(Snake, RefusesWhatIsNoString) {
  const auto game = snake({"o _"});
  for (const Json& move : {Json(""), Json("e"), Json("EW"), Json("E E"), Json("E\n"), Json(1), Json(),
                           Json::array({"E"}), Json("E\xff")}) {
    EXPECT_EQ(
        refusal_of(*game, 0, move).rfind("expected a string of one or more of the letters N, S, E, O", 0),
        0U);
  }
  EXPECT_EQ(
      refusal_of(*game, 0, "EEW"),
      R"(expected a string of one or more of the letters N, S, E, O (west), got "W" after 2 such letters)");
}

// "Each step costs 1." "before, it is 1000 + 10 x body - steps"
TEST(Snake, CountsPointsOnTheWay) {
  const auto game = snake({"o$ $_"});
  std::vector<int> points = {game->view()["points"]};
  for (int i = 0; i < 4; ++i) {
    walk(*game, "E");
    points.push_back(game->view()["points"]);
  }
  EXPECT_EQ(points, (std::vector<int>{1000, 1009, 1008, 1017, 1016}));
}

// "`T`: +3 drill uses. `#` with a use: use-1, the cell becomes empty"
TEST(Snake, DrillsThroughThreeWalls) {
  const auto game = snake({"oT####_"});
  walk(*game, "E");
  EXPECT_EQ(game->view()["drill"], 3);
  EXPECT_EQ(rows(*game), Rows{"  ####_"});
  EXPECT_EQ(walk(*game, "EEEE"), events("EEE", true));
  EXPECT_EQ(game->view()["drill"], 0);
  EXPECT_EQ(rows(*game), Rows{"     #_"});
  EXPECT_EQ(walk(*game, "OOEE"), events("OOEE", false));  // an empty cell needs no drill
}

TEST(Snake, AddsUpDrills) {
  const auto game = snake({"oTT_"});
  walk(*game, "EE");
  EXPECT_EQ(game->view()["drill"], 6);
}

// "outer walls too"
TEST(Snake, DrillsThroughOuterWalls) {
  const auto game = snake({"#####", "#oT #", "#__##"});
  EXPECT_EQ(walk(*game, "EN"), events("EN", false));
  EXPECT_EQ(walk(*game, "N"), events("", true));  // but never off the board
  EXPECT_EQ(rows(*game).front(), "## ##");
}

// "Every object vanishes when met."
TEST(Snake, ObjectsVanish) {
  const auto game = snake({"o$!T_"});
  walk(*game, "EEE");
  EXPECT_EQ(rows(*game), Rows{"    _"});
  const Json before = game->view();
  walk(*game, "OOOEEE");
  EXPECT_EQ(game->view()["drill"], before["drill"]);
  EXPECT_EQ(game->view()["coins"], before["coins"]);
}

// "The exit is no object: `_` stays." "Entering `_` ends the game at once."
TEST(Snake, EndsAtAnExitAndDropsTheLettersAfterIt) {
  const auto game = snake({"o__$"});
  EXPECT_EQ(walk(*game, "EEENNN"), events("E", false));
  EXPECT_TRUE(game->to_move().empty());
  EXPECT_EQ(rows(*game), Rows{" __$"});
  EXPECT_EQ(game->outcome(),
            Json::parse(R"({"exited":true,"points":999,"coins":0,"steps":1,"path":"E","refused":0})"));
}

void expect_lost(const Game& game, int steps) {
  EXPECT_TRUE(game.to_move().empty());
  EXPECT_EQ(game.scores(), std::vector<double>{0});
  EXPECT_EQ(game.view()["points"], 0);
  EXPECT_EQ(game.outcome()["points"], 0);
  EXPECT_EQ(game.outcome()["exited"], false);
  EXPECT_EQ(game.outcome()["steps"], steps);
}

// "No exit within `max_steps` [...] steps [...]: score 0, `points` 0 (in the final view too [...]), `exited`
// false."
TEST(Snake, EndsWithNothingAfterMaxSteps) {
  const auto game = snake({"o$   _"}, {{"max_steps", 4}});
  EXPECT_EQ(walk(*game, "EEE"), events("EEE", false));
  EXPECT_EQ(game->view()["points"], 1007);
  EXPECT_EQ(walk(*game, "EE"), events("E", false));
  expect_lost(*game, 4);
}

TEST(Snake, TheLastStepMayReachTheExit) {
  const auto game = snake({"o$   _"}, {{"max_steps", 5}});
  walk(*game, "EEEEE");
  EXPECT_EQ(game->scores(), std::vector<double>{1005});
}

TEST(Snake, RefusedStepsAreNoSteps) {
  const auto game = snake({"o _"}, {{"max_steps", 2}});
  for (int i = 0; i < 5; ++i) {
    walk(*game, "N");
  }
  walk(*game, "EE");
  EXPECT_EQ(game->scores(), std::vector<double>{998});
}

// "(1..100000, default min(100000, max(1000, 10 x rows x columns)))"
TEST(Snake, MaxStepsFollowsTheMaze) {
  const auto max_steps = [](std::size_t height, std::size_t width) {
    Rows maze(height, std::string(width, ' '));
    maze[0][0] = 'o';
    maze[0][1] = '_';
    return snake(maze)->options()["max_steps"].get<int>();
  };
  EXPECT_EQ(max_steps(1, 2), 1000);
  EXPECT_EQ(max_steps(10, 10), 1000);
  EXPECT_EQ(max_steps(10, 11), 1100);
  EXPECT_EQ(max_steps(100, 100), 100'000);
}

// "or `max_turns` turns (those without a move count too)"
TEST(Snake, EndsWithNothingAfterMaxTurns) {
  const auto game = snake({"o$    _"}, {{"max_turns", 3}});
  EXPECT_EQ(game->max_turns(), 3U);
  walk(*game, "EE");
  EXPECT_EQ(turn(*game, {silent()}), events("", false));
  EXPECT_EQ(game->view()["points"], 1008);
  walk(*game, "E");
  expect_lost(*game, 3);
}

TEST(Snake, TheLastTurnMayReachTheExit) {
  const auto game = snake({"o _"}, {{"max_turns", 2}});
  turn(*game, {silent()});
  walk(*game, "EE");
  EXPECT_EQ(game->scores(), std::vector<double>{998});
}

TEST(Snake, HasAThousandTurns) { EXPECT_EQ(snake({"o_"})->max_turns(), 1000U); }

// "or forfeited"
TEST(Snake, EndsWithNothingWhenForfeited) {
  const auto game = snake({"o$ _"});
  walk(*game, "E");
  EXPECT_EQ(turn(*game, {forfeits()}), events("", false));
  expect_lost(*game, 1);
}

// "`whole_path` (the handout's challenge mode): exactly one answer is asked for."
TEST(Snake, AWholePathIsOneAnswer) {
  for (const auto& said : {says(R"("E")"), says(R"("N")"), silent()}) {
    const auto game = snake({"o _"}, {{"whole_path", true}, {"max_turns", 50}});
    EXPECT_EQ(game->max_turns(), 1U);
    turn(*game, {said});
    EXPECT_TRUE(game->to_move().empty());
    EXPECT_EQ(game->scores(), std::vector<double>{0});
  }
  const auto game = snake({"o _"}, {{"whole_path", true}});
  walk(*game, "EE");
  EXPECT_EQ(game->scores(), std::vector<double>{998});
}

// Long walks cost more than the exit gives: the formula holds all the same.
TEST(Snake, TheExitMayCostMoreThanItGives) {
  const auto game = snake({"o _"}, {{"max_steps", 5000}});
  std::string to_and_fro;
  for (int i = 0; i < 600; ++i) {
    to_and_fro += "EO";
  }
  walk(*game, to_and_fro + "EE");
  EXPECT_EQ(game->scores(), std::vector<double>{-202});
  EXPECT_EQ(game->outcome()["exited"], true);
}

// "View {"maze":[rows as they stand, without the snake; the start cell is a space],"head":[r,c],
// "body":[[r,c],..],"coins","drill","steps","points"}."
TEST(Snake, ShowsTheMazeAsItStands) {
  const auto game = snake({"#####", "#o$!_", "#T###"});
  EXPECT_EQ(game->view(), Json::parse(R"({"maze":["#####","# $!_","#T###"],"head":[1,1],"body":[],"coins":0,
                                          "drill":0,"steps":0,"points":1000})"));
  walk(*game, "SNE");
  EXPECT_EQ(game->view(),
            Json::parse(R"({"maze":["#####","#  !_","# ###"],"head":[1,2],"body":[[1,1]],"coins":1,
                                          "drill":3,"steps":3,"points":1007})"));
  EXPECT_EQ(game->setup()["maze"], Json::parse(R"(["#####","#o$!_","#T###"])"));
}

// "challenge clock: per_move 10 s"
TEST(Snake, HasOneSeatAndTheChallengesClock) {
  EXPECT_EQ(snake({"o_"})->seats(), 1U);
  EXPECT_EQ(find_game("snake")->clock, R"({"kind":"per_move","ms":10000})");
}

}  // namespace
}  // namespace engines
