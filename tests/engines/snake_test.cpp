#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engines/registry.h"
#include "tests/engines/play.h"

// Tests name paragraphs of engines/snake/RULES.md. Steps, walls, drills and the end here; the body in
// snake_body_test.cpp, mazes in snake_maze_test.cpp.
namespace engines {
namespace {

using Rows = std::vector<std::string>;

std::unique_ptr<Game> snake(const Rows& maze, Json options = Json::object()) {
  options["maze"] = maze;
  return find_game("snake")->make(options, Seed{});
}

Json walk(Game& game, std::string_view steps) { return turn(game, {says(Json(steps).dump())}); }

Rows rows(const Game& game) { return game.view(Observer::everybody())["maze"].get<Rows>(); }

Json events(std::string_view steps, bool refused) {
  return Json::object({{"steps", steps}, {"refused", refused}});
}

// Snake 7.1, 8.1: the score at the exit is 1000 + 10 for the coin - 4 steps.
TEST(Snake, ScoresTheHandoutsExample) {
  const auto game = snake({"#####", "o $ _", "#####"});
  EXPECT_EQ(walk(*game, "EEEE"), events("EEEE", false));
  EXPECT_TRUE(game->to_move().empty());
  EXPECT_EQ(game->scores(), std::vector<double>{1006});
  EXPECT_EQ(game->outcome(),
            Json::parse(R"({"exited":true,"points":1006,"coins":1,"steps":4,"path":"EEEE","refused":0})"));
}

// Snake 8.1: the default is the handout's example.
TEST(Snake, PlaysTheHandoutsExampleByDefault) {
  EXPECT_EQ(start("snake")->setup(), Json::parse(R"({"cols":5,"rows":3,"maze":["#####","o $ _","#####"]})"));
  EXPECT_EQ(start("snake", R"({"maze":"c1_handout_corridor"})")->setup(), start("snake")->setup());
}

// Snake 3.1: each letter is a step to one side.
TEST(Snake, StepsToTheFourSides) {
  const auto game = snake({"   ", " o ", "  _"});
  for (const auto& [step, head] : std::vector<std::pair<const char*, const char*>>{
           {"N", "[0,1]"}, {"O", "[0,0]"}, {"S", "[1,0]"}, {"E", "[1,1]"}}) {
    walk(*game, step);
    EXPECT_EQ(game->view(Observer::everybody())["head"], Json::parse(head)) << step;
  }
}

// Snake 3.2: the snake takes the steps of an answer in order.
TEST(Snake, TakesTheStepsOfAnAnswerInOrder) {
  const auto game = snake({"o  ", "   ", "  _"});
  EXPECT_EQ(walk(*game, "ESO"), events("ESO", false));
  EXPECT_EQ(game->view(Observer::everybody())["head"], Json::parse("[1,0]"));
  EXPECT_EQ(walk(*game, "EES"), events("EES", false));
  EXPECT_EQ(game->outcome()["path"], "ESOEES");
}

// Snake 3.4, 3.6: a step off the board is refused on all four sides, drops the rest and costs nothing.
TEST(Snake, RefusesAStepOffTheBoardAndTheRestOfTheAnswer) {
  const auto game = snake({"o $", "  _"});
  EXPECT_EQ(walk(*game, "ENEE"), events("E", true));
  EXPECT_EQ(game->view(Observer::everybody())["head"], Json::parse("[0,1]"));
  EXPECT_EQ(game->view(Observer::everybody())["steps"], 1);
  EXPECT_EQ(game->view(Observer::everybody())["points"], 999);
  for (const char* outside : {"N", "OO", "SS"}) {
    EXPECT_TRUE(walk(*game, outside)["refused"]) << outside;
  }
  EXPECT_EQ(game->view(Observer::everybody())["head"], Json::parse("[1,0]"));
  EXPECT_TRUE(walk(*snake({"o$", "_ "}), "EE")["refused"]);
}

// Snake 3.5, 3.6: a step into a wall is refused, and the wall stays.
TEST(Snake, RefusesAStepIntoAWall) {
  const auto game = snake({"o#_", "   "});
  EXPECT_EQ(walk(*game, "EEE"), events("", true));
  EXPECT_EQ(rows(*game), (Rows{" #_", "   "}));
  EXPECT_EQ(walk(*game, "SEEN"), events("SEEN", false));
  EXPECT_EQ(game->outcome()["refused"], 1);
  EXPECT_EQ(game->scores(), std::vector<double>{996});
}

// Snake 3.7: an answer with a refused step is legal, and kept with all its letters.
TEST(Snake, KeepsAnswersWhole) {
  const auto game = snake({"o#_"});
  for (const char* answer : {"EEE", "NNNNSSSSEEEEOOOO"}) {
    const auto kept = game->submit(0, answer);
    ASSERT_TRUE(std::holds_alternative<std::string>(kept));
    EXPECT_EQ(std::get<std::string>(kept), Json(answer).dump());
  }
}

// Snake 3.8: an empty string, another letter or another value is no move.
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

// Snake 4.1, 4.2, 7.4: each step costs one point, each coin brings ten, and the view shows it.
TEST(Snake, CountsPointsOnTheWay) {
  const auto game = snake({"o$ $_"});
  std::vector<int> points = {game->view(Observer::everybody())["points"]};
  for (int i = 0; i < 4; ++i) {
    walk(*game, "E");
    points.push_back(game->view(Observer::everybody())["points"]);
  }
  EXPECT_EQ(points, (std::vector<int>{1000, 1009, 1008, 1017, 1016}));
}

// Snake 4.4, 4.5: a drill has three uses, and a drilled wall is empty.
TEST(Snake, DrillsThroughThreeWalls) {
  const auto game = snake({"oT####_"});
  walk(*game, "E");
  EXPECT_EQ(game->view(Observer::everybody())["drill"], 3);
  EXPECT_EQ(rows(*game), Rows{"  ####_"});
  EXPECT_EQ(walk(*game, "EEEE"), events("EEE", true));
  EXPECT_EQ(game->view(Observer::everybody())["drill"], 0);
  EXPECT_EQ(rows(*game), Rows{"     #_"});
  EXPECT_EQ(walk(*game, "OOEE"), events("OOEE", false));  // an empty cell needs no drill
}

// Snake 4.4: uses of several drills add up.
TEST(Snake, AddsUpDrills) {
  const auto game = snake({"oTT_"});
  walk(*game, "EE");
  EXPECT_EQ(game->view(Observer::everybody())["drill"], 6);
}

// Snake 4.1: a step that drills costs what any step costs.
TEST(Snake, AStepThatDrillsCostsOnePoint) {
  const auto game = snake({"oT#_"});
  walk(*game, "EE");
  EXPECT_EQ(game->view(Observer::everybody())["steps"], 2);
  EXPECT_EQ(game->view(Observer::everybody())["points"], 998);
}

// Snake 4.6: the outer wall can be drilled, the edge of the board cannot.
TEST(Snake, DrillsThroughOuterWalls) {
  const auto game = snake({"#####", "#oT #", "#__##"});
  EXPECT_EQ(walk(*game, "EN"), events("EN", false));
  EXPECT_EQ(walk(*game, "N"), events("", true));  // but never off the board
  EXPECT_EQ(rows(*game).front(), "## ##");
}

// Snake 4.7: coins, mishaps and drills have an effect once.
TEST(Snake, ObjectsVanish) {
  const auto game = snake({"o$!T_"});
  walk(*game, "EEE");
  EXPECT_EQ(rows(*game), Rows{"    _"});
  const Json before = game->view(Observer::everybody());
  walk(*game, "OOOEEE");
  EXPECT_EQ(game->view(Observer::everybody())["drill"], before["drill"]);
  EXPECT_EQ(game->view(Observer::everybody())["coins"], before["coins"]);
}

// Snake 4.8, 6.1: the exit stays, and ends the game at once; later letters have no effect.
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
  EXPECT_EQ(game.view(Observer::everybody())["points"], 0);
  EXPECT_EQ(game.outcome()["points"], 0);
  EXPECT_EQ(game.outcome()["exited"], false);
  EXPECT_EQ(game.outcome()["steps"], steps);
}

// Snake 6.2, 7.2, 7.4: after max_steps the game is over, with score 0 and 0 points in the view.
TEST(Snake, EndsWithNothingAfterMaxSteps) {
  const auto game = snake({"o$   _"}, {{"max_steps", 4}});
  EXPECT_EQ(walk(*game, "EEE"), events("EEE", false));
  EXPECT_EQ(game->view(Observer::everybody())["points"], 1007);
  EXPECT_EQ(walk(*game, "EE"), events("E", false));
  expect_lost(*game, 4);
}

// Snake 6.2: the last step may enter the exit.
TEST(Snake, TheLastStepMayReachTheExit) {
  const auto game = snake({"o$   _"}, {{"max_steps", 5}});
  walk(*game, "EEEEE");
  EXPECT_EQ(game->scores(), std::vector<double>{1005});
}

// Snake 3.6, 6.2: a refused step does not count towards max_steps.
TEST(Snake, RefusedStepsAreNoSteps) {
  const auto game = snake({"o _"}, {{"max_steps", 2}});
  for (int i = 0; i < 5; ++i) {
    walk(*game, "N");
  }
  walk(*game, "EE");
  EXPECT_EQ(game->scores(), std::vector<double>{998});
}

// Snake 8.5: the default is 10 a cell, within 1000 and 100000.
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

// Snake 3.9, 6.3, 7.2: after max_turns the game is over with score 0; a turn without a move counts.
TEST(Snake, EndsWithNothingAfterMaxTurns) {
  const auto game = snake({"o$    _"}, {{"max_turns", 3}});
  EXPECT_EQ(game->max_turns(), 3U);
  walk(*game, "EE");
  EXPECT_EQ(turn(*game, {silent()}), events("", false));
  EXPECT_EQ(game->view(Observer::everybody())["points"], 1008);
  walk(*game, "E");
  expect_lost(*game, 3);
}

// Snake 6.3: the last turn may enter the exit.
TEST(Snake, TheLastTurnMayReachTheExit) {
  const auto game = snake({"o _"}, {{"max_turns", 2}});
  turn(*game, {silent()});
  walk(*game, "EE");
  EXPECT_EQ(game->scores(), std::vector<double>{998});
}

// Snake 8.6: the default is 1000.
TEST(Snake, HasAThousandTurns) { EXPECT_EQ(snake({"o_"})->max_turns(), 1000U); }

// Snake 6.5, 7.2: a forfeit ends the game with score 0.
TEST(Snake, EndsWithNothingWhenForfeited) {
  const auto game = snake({"o$ _"});
  walk(*game, "E");
  EXPECT_EQ(turn(*game, {forfeits()}), events("", false));
  expect_lost(*game, 1);
}

// Snake 6.4, 8.6: whole_path asks for one answer, whatever max_turns is.
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

// Snake 7.3: 1000 - 1202 steps.
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

// Snake 2.1, 2.2: the snake begins on the start, with nothing; the view shows the maze without the snake.
TEST(Snake, ShowsTheMazeAsItStands) {
  const auto game = snake({"#####", "#o$!_", "#T###"});
  EXPECT_EQ(game->view(Observer::everybody()),
            Json::parse(R"({"maze":["#####","# $!_","#T###"],"head":[1,1],"body":[],"coins":0,
                                          "drill":0,"steps":0,"points":1000})"));
  walk(*game, "SNE");
  EXPECT_EQ(game->view(Observer::everybody()),
            Json::parse(R"({"maze":["#####","#  !_","# ###"],"head":[1,2],"body":[[1,1]],"coins":1,
                                          "drill":3,"steps":3,"points":1007})"));
  EXPECT_EQ(game->setup()["maze"], Json::parse(R"(["#####","#o$!_","#T###"])"));
}

// Snake 2.1, 6.6: one seat, ten seconds for each answer.
TEST(Snake, HasOneSeatAndTheChallengesClock) {
  EXPECT_EQ(snake({"o_"})->seats(), 1U);
  EXPECT_EQ(find_game("snake")->clock, R"({"kind":"per_move","ms":10000})");
}

// Snake 2.3: the seed draws nothing.
TEST(Snake, TheSeedChangesNothing) { expect_no_effect_of_the_seed("snake", "{}", {.missing = 20}); }

// Snake 7.5: the score is 0 until the snake enters an exit.
TEST(Snake, ScoresNothingBeforeTheExit) {
  const auto game = snake({"o$_"});
  EXPECT_EQ(game->scores(), std::vector<double>{0});
  walk(*game, "E");
  EXPECT_EQ(game->scores(), std::vector<double>{0});
  walk(*game, "E");
  EXPECT_EQ(game->scores(), std::vector<double>{1008});
}

}  // namespace
}  // namespace engines
