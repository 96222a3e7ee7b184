#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "engines/registry.h"
#include "tests/engines/planets_board.h"
#include "tests/engines/play.h"

// The ship, the scraps and the end of a game. Tests name paragraphs of engines/planets/RULES.md.
namespace engines {
namespace {

using testing::ElementsAre;

Json held(const Game& game) { return game.view(Observer::everybody()).at("ship").at("held"); }
Json score(const Game& game) { return game.view(Observer::everybody()).at("ship").at("score"); }
bool over(const Game& game) { return game.to_move().empty(); }
Json cell(int row, int col) { return Json::array({row, col}); }

// Planets 2.1, 6.1: one seat, 1 s a move; the next turn waits for a late answer.
TEST(Planets, HasOneSeatASecondAMoveAndWaitsForLateAnswers) {
  EXPECT_EQ(start("planets")->seats(), 1U);
  EXPECT_EQ(find_game("planets")->clock, R"({"kind":"per_move","ms":1000,"late":"wait"})");
  ASSERT_TRUE(find_game("planets")->file_option);
  EXPECT_EQ(find_game("planets")->file_option->key, "map");
  EXPECT_EQ(find_game("planets")->file_option->content, FileOption::Content::json);
}

// Planets 1.1, 2.2: up is row - 1, left is column - 1.
TEST(Planets, FiveLettersMoveTheShip) {
  const std::vector<std::string> rows = {"...", ".S.", "..a"};
  for (const auto& [letter, to] : std::vector<std::pair<std::string, Json>>{
           {"U", cell(0, 1)}, {"D", cell(2, 1)}, {"L", cell(1, 0)}, {"R", cell(1, 2)}, {".", cell(1, 1)}}) {
    const auto game = start_planets(planets_map(rows));
    EXPECT_EQ(fly(*game, letter)["ship"], to) << letter;
    EXPECT_EQ(ship_cell(*game), to) << letter;
  }
}

// Planets 6.2, 6.3: anything but the five strings is malformed, and a turn without a move counts.
TEST(Planets, AnythingElseIsNoMove) {
  const auto game = start_planets(planets_map({"S.a"}));
  EXPECT_EQ(refusal_of(*game, 0, "u"), R"(expected one of "U", "D", "L", "R", ".", got "u")");
  for (const char* word : {"", "UD", " U", "U ", "up", "N"}) {
    refusal_of(*game, 0, word);
  }
  refusal_of(*game, 0, Json::array({"U"}));
  refusal_of(*game, 0, 1);
  turn(*game, {silent()});
  EXPECT_EQ(ship_cell(*game), cell(0, 0));
  EXPECT_EQ(game->view(Observer::everybody())["remaining_turns"], 49);  // the turn counts nevertheless
}

// Planets 2.4, 2.5: a move towards an asteroid is legal, and the ship stays.
TEST(Planets, AnAsteroidBlocksAndTheAnswerIsLegal) {
  const auto game = start_planets(planets_map({"###", "#S#", "#a#"}));
  EXPECT_EQ(fly(*game, "U")["ship"], cell(1, 1));
  EXPECT_EQ(fly(*game, "L")["ship"], cell(1, 1));
  EXPECT_EQ(fly(*game, "R")["ship"], cell(1, 1));
  EXPECT_EQ(fly(*game, "D")["ship"], cell(2, 1));
}

// Planets 2.3: over an edge to the opposite one.
TEST(Planets, TheShipWrapsRoundEveryEdge) {
  const auto game = start_planets(planets_map({"S..", "...", "..a"}));
  EXPECT_EQ(fly(*game, "U")["ship"], cell(2, 0));
  EXPECT_EQ(fly(*game, "D")["ship"], cell(0, 0));
  EXPECT_EQ(fly(*game, "L")["ship"], cell(0, 2));
  EXPECT_EQ(fly(*game, "R")["ship"], cell(0, 0));
}

// Planets 2.4: no asteroid is entered over an edge.
TEST(Planets, TheShipDoesNotWrapOntoAnAsteroid) {
  const auto game = start_planets(planets_map({"S.#", "...", "#.a"}));
  EXPECT_EQ(fly(*game, "U")["ship"], cell(0, 0));
  EXPECT_EQ(fly(*game, "L")["ship"], cell(0, 0));
}

// Planets 2.1, 2.5, 3.1, 9.2: the ship is held for two turns, in which it is asked, and its moves are legal.
TEST(Planets, ANebulaHoldsTheShipForItsValue) {
  const auto game = start_planets(planets_map({"S2.a"}));
  EXPECT_EQ(fly(*game, "R")["ship"], cell(0, 1));
  EXPECT_EQ(held(*game), 2);
  EXPECT_EQ(fly(*game, "R")["ship"], cell(0, 1));
  EXPECT_EQ(held(*game), 1);
  EXPECT_EQ(fly(*game, "L")["ship"], cell(0, 1));
  EXPECT_EQ(held(*game), 0);
  EXPECT_EQ(fly(*game, "R")["ship"], cell(0, 2));
  EXPECT_EQ(held(*game), 0);
}

// Planets 6.3: turns without a move are turns of a hold.
TEST(Planets, TurnsWithoutAnAnswerPassWhileHeldToo) {
  const auto game = start_planets(planets_map({"S2.a"}));
  fly(*game, "R");
  turn(*game, {silent()});
  turn(*game, {silent()});
  EXPECT_EQ(held(*game), 0);
  EXPECT_EQ(fly(*game, "R")["ship"], cell(0, 2));
}

// Planets 3.2: neither waiting nor being blocked starts a hold.
TEST(Planets, StayingOnANebulaDoesNotHoldAgain) {
  const auto game = start_planets(planets_map({"####", "S1.a", "####"}));
  fly(*game, "R.");
  EXPECT_EQ(held(*game), 0);
  fly(*game, ".");  // waits
  EXPECT_EQ(held(*game), 0);
  fly(*game, "U");  // blocked
  EXPECT_EQ(held(*game), 0);
  EXPECT_EQ(fly(*game, "R")["ship"], cell(1, 2));
}

// Planets 2.6, 3.2: over an edge to the same cell starts no hold.
TEST(Planets, WrappingOntoTheSameCellIsNoChangeOfCell) {
  const auto game = start_planets(planets_map({"S1.a"}));  // one row: up leads to the same cell
  fly(*game, "R.U");
  EXPECT_EQ(ship_cell(*game), cell(0, 1));
  EXPECT_EQ(held(*game), 0);
}

// Planets 3.3: the first two turns on a nebula of value 2.
TEST(Planets, ANebulaUnderTheStartHolds) {
  Json map = planets_map({"S..a"});
  map["grid"][0][0] = 2;
  const auto game = start_planets(map);
  EXPECT_EQ(held(*game), 2);
  EXPECT_EQ(fly(*game, "RR")["ship"], cell(0, 0));
  EXPECT_EQ(fly(*game, "R")["ship"], cell(0, 1));
}

// Planets 5.4, 7.4: a scrap is picked up once, and its value is the score.
TEST(Planets, StandingOnAScrapPicksItUp) {
  const auto game = start_planets(planets_map({"Sa.b"}));
  const Json events = fly(*game, "R");
  EXPECT_EQ(events["picked"], Json::parse(R"([{"location":[0,1],"value":10}])"));
  EXPECT_EQ(score(*game), 10);
  EXPECT_EQ(game->view(Observer::everybody())["scraps"], Json::parse(R"([{"location":[0,3],"value":20}])"));
  EXPECT_EQ(fly(*game, ".")["picked"], Json::array());
  EXPECT_EQ(score(*game), 10);
}

// Planets 7.2, 7.4, 9.6: the last scrap wins; the outcome lists scraps in the order of picking up.
TEST(Planets, TakingAllScrapsWins) {
  const auto game = start_planets(planets_map({"b.S.a"}, {}, 20));
  fly(*game, "RRR");  // the last one wraps
  EXPECT_TRUE(over(*game));
  EXPECT_THAT(game->scores(), ElementsAre(30));
  EXPECT_EQ(game->outcome(), Json::parse(R"({"win":true,"max_turns":20,"n_turns":3,"score":30,
      "scraps_total_value":30,"scraps_picked_up":[{"location":[0,4],"value":10},{"location":[0,0],"value":20}],
      "scraps_left":[],"caught":false,"ghosts_catch_samespot":[],"ghosts_catch_switch":[]})"));
}

// Planets 7.3, 7.4: two turns; what was picked up counts without a win.
TEST(Planets, ItEndsWhenTheTurnsAreUsedUp) {
  const auto game = start_planets(planets_map({"S.a.b"}, {}, 2));
  EXPECT_EQ(game->max_turns(), 2U);
  fly(*game, "R");
  EXPECT_EQ(game->view(Observer::everybody())["remaining_turns"], 1);
  EXPECT_FALSE(over(*game));
  fly(*game, "R");
  EXPECT_TRUE(over(*game));
  EXPECT_EQ(game->view(Observer::everybody())["remaining_turns"], 0);
  EXPECT_EQ(game->outcome(), Json::parse(R"({"win":false,"max_turns":2,"n_turns":2,"score":10,
      "scraps_total_value":30,"scraps_picked_up":[{"location":[0,2],"value":10}],
      "scraps_left":[{"location":[0,4],"value":20}],"caught":false,"ghosts_catch_samespot":[],
      "ghosts_catch_switch":[]})"));
}

// Planets 7.3: the last turn can win.
TEST(Planets, TheLastTurnCanWin) {
  const auto game = start_planets(planets_map({"S.a.."}, {}, 2));
  fly(*game, "RR");
  EXPECT_TRUE(over(*game));
  EXPECT_EQ(game->outcome()["win"], true);
}

// Planets 6.4, 6.5: that turn is not played (events: unchanged positions, empty lists), the score is 0, and
// the outcome still lists what was picked up.
TEST(Planets, ForfeitEndsTheMapWithNothing) {
  const auto game =
      start_planets(planets_map({"Sa.b", "...."}, {backandforth(1, 3, "L"), towardplayer(1, 2)}, 9));
  fly(*game, "R");
  ASSERT_EQ(score(*game), 10);
  Json before = game->view(Observer::everybody());
  const Json events = turn(*game, {forfeits()});
  EXPECT_EQ(events,
            Json::object(
                {{"ship", before["ship"]["location"]},
                 {"ghosts", Json::array({before["ghosts"][0]["location"], before["ghosts"][1]["location"]})},
                 {"picked", Json::array()},
                 {"caught_by", Json::array()}}));
  EXPECT_TRUE(over(*game));
  EXPECT_THAT(game->scores(), ElementsAre(0));
  before["ship"]["score"] = 0;
  EXPECT_EQ(game->view(Observer::everybody()), before);
  const Json outcome = game->outcome();
  EXPECT_EQ(outcome["n_turns"], 1);
  EXPECT_EQ(outcome["score"], 0);
  EXPECT_EQ(outcome["win"], false);
  EXPECT_EQ(outcome["caught"], false);
  EXPECT_EQ(outcome["scraps_picked_up"].size(), 1U);  // earlier pick-ups stay in the outcome
  EXPECT_EQ(outcome["scraps_left"].size(), 1U);
}

// Planets 1.2, 1.3, 9.4, 9.5: a map with all that it can have; `previous` of the first ghost is off the grid.
TEST(Planets, SetupIsTheMapWithoutItsTurnsAndTheViewIsAllThatChanges) {
  Json map = planets_map({"S.#", ".2a"}, {backandforth(0, 1, "D", 1), towardplayer(1, 0, 2)}, 7);
  const auto game = start_planets(map);
  EXPECT_EQ(game->options(), Json::object({{"map", map}}));
  EXPECT_EQ(game->view(Observer::everybody()), Json::parse(R"({"ship":{"location":[0,0],"held":0,"score":0},
      "scraps":[{"location":[1,2],"value":10}],"ghosts":[
      {"location":[0,1],"type":"backandforth","transparency":1,"previous":[-1,1],"heading":"D","held":0},
      {"location":[1,0],"type":"towardplayer","transparency":2,"previous":null,"heading":null,"held":0}],
      "remaining_turns":7})"));
  map.erase("turns");
  EXPECT_EQ(game->setup(), map);
}

// Planets 5.4: events tell the scrap of the turn.
TEST(Planets, EventsTellWhatTheTurnDid) {
  const auto game = start_planets(planets_map({"Sa.", "..b"}, {backandforth(1, 0, "R")}));
  EXPECT_EQ(fly(*game, "R"), Json::parse(R"({"ship":[0,1],"ghosts":[[1,1]],
      "picked":[{"location":[0,1],"value":10}],"caught_by":[]})"));
}

// Planets 5.4: a scrap on a nebula is picked up on entering, while the hold begins.
TEST(Planets, AScrapOnANebulaIsPickedUpOnEntering) {
  Json map = planets_map({"Sa.b"});
  map["grid"][0][1] = 3;
  const auto game = start_planets(map);
  EXPECT_EQ(fly(*game, "R")["picked"], Json::parse(R"([{"location":[0,1],"value":10}])"));
  EXPECT_EQ(held(*game), 3);
}

// Planets 9.6: the view keeps the order of the map, here by columns.
TEST(Planets, ScrapsThatAreLeftKeepTheOrderOfTheMap) {
  const auto game = start_planets(planets_map({"cSab"}));
  fly(*game, "R");
  EXPECT_EQ(game->view(Observer::everybody())["scraps"],
            Json::parse(R"([{"location":[0,0],"value":30},{"location":[0,3],"value":20}])"));
}

// Planets 6.3: ghosts move in a turn without a move, as in one in which the ship stays.
TEST(Planets, GhostsMoveInATurnWithoutAnAnswer) {
  const Json map = planets_map({"....", "S..a"}, {backandforth(0, 1, "R"), towardplayer(1, 2)});
  const auto silent_game = start_planets(map);
  const auto staying_game = start_planets(map);
  EXPECT_EQ(turn(*silent_game, {silent()}), fly(*staying_game, "."));
  EXPECT_EQ(silent_game->view(Observer::everybody()), staying_game->view(Observer::everybody()));
  EXPECT_EQ(silent_game->view(Observer::everybody())["ghosts"][0]["location"], cell(0, 2));
}

// Planets 1.5: other seeds, the same game.
TEST(Planets, TheSeedHasNoEffect) {
  expect_no_effect_of_the_seed("planets", R"({"map":"three_blocks_ghosts"})", {.missing = 20});
}

/// The first example in the README that begins with these characters.
Json example(std::string_view begin) {
  std::ifstream file(PLANETS_README);
  std::string found;
  for (std::string line; std::getline(file, line);) {
    const bool indented = line.rfind("    ", 0) == 0;
    if (found.empty() ? indented && line.substr(4).rfind(begin, 0) == 0 : indented) {
      found += line;
    } else if (!found.empty()) {
      break;
    }
  }
  return Json::parse(found);
}

TEST(Planets, PlaysAsTheExamplesOfTheReadmeSay) {
  EXPECT_EQ(start("planets", example("{\"map\"").dump())->options(), start("planets")->options());
  const auto game = start_planets(example("{\"name\""));
  EXPECT_EQ(turn(*game, {Said{.move = example("\"U\"")}}), example("{\"ship\":["));
  EXPECT_EQ(game->view(Observer::everybody()), example("{\"ship\":{"));
  fly(*game, "R");
  EXPECT_EQ(game->outcome(), example("{\"win\""));
}

}  // namespace
}  // namespace engines
