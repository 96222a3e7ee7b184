#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/engines/cells.h"
#include "tests/engines/planets_board.h"
#include "tests/engines/play.h"

// How ghosts move and catch. Tests name paragraphs of engines/planets/RULES.md.
namespace engines {
namespace {

using testing::ElementsAre;

Json ghost(const Game& game, std::size_t number = 0) {
  return game.view(Observer::everybody()).at("ghosts").at(number);
}

// Planets 4.1, 4.4, 9.3: edges turn the ghost round, which moves in the same turn.
TEST(PlanetsGhosts, BackAndForthTurnsAtEdges) {
  const auto game = start_planets(planets_map({"....", "S..a"}, {backandforth(0, 2, "R", 2)}));
  EXPECT_EQ(ghost_path(*game, "......"), cells("[[0,3],[0,2],[0,1],[0,0],[0,1],[0,2]]"));
  EXPECT_EQ(ghost(*game)["heading"], "R");
}

// Planets 4.2, 4.4: asteroids turn ghosts of transparency 0 and 1 round.
TEST(PlanetsGhosts, AsteroidsTurnGhostsRoundUnlessTheyAreFullyTransparent) {
  for (const int transparency : {0, 1}) {
    const auto game = start_planets(planets_map({"#..#.", "S...a"}, {backandforth(0, 1, "L", transparency)}));
    EXPECT_EQ(ghost_path(*game, "..."), cells("[[0,2],[0,1],[0,2]]")) << transparency;
  }
  const auto game = start_planets(planets_map({"#..#.", "S...a"}, {backandforth(0, 1, "L", 2)}));
  EXPECT_EQ(ghost_path(*game, ".."), cells("[[0,0],[0,1]]"));
}

// Planets 4.4: up, and down again from the edge.
TEST(PlanetsGhosts, BackAndForthGoesUpAndDown) {
  const auto game = start_planets(planets_map({".S", "..", ".a"}, {backandforth(1, 0, "U")}));
  EXPECT_EQ(ghost_path(*game, "...."), cells("[[0,0],[1,0],[2,0],[1,0]]"));
}

// Planets 4.5, 9.4: blocked both ways, it stays and keeps its heading.
TEST(PlanetsGhosts, BackAndForthBlockedBothWaysStays) {
  const auto game = start_planets(planets_map({"#.#", "S.a"}, {backandforth(0, 1, "R", 1)}));
  EXPECT_EQ(ghost_path(*game, ".."), cells("[[0,1],[0,1]]"));
  EXPECT_EQ(ghost(*game)["heading"], "R");
  EXPECT_EQ(ghost(*game)["previous"], cells("[0,1]"));
}

// Planets 3.1, 4.5, 9.2: two turns for transparency 0, with the same heading; none for 1 and 2.
TEST(PlanetsGhosts, NebulaeHoldGhostsOfTransparencyZeroOnly) {
  const auto slowed = start_planets(planets_map({"..2..", "S...a"}, {backandforth(0, 1, "R", 0)}));
  EXPECT_EQ(ghost_path(*slowed, "."), cells("[[0,2]]"));
  EXPECT_EQ(ghost(*slowed)["held"], 2);
  EXPECT_EQ(ghost_path(*slowed, "..."), cells("[[0,2],[0,2],[0,3]]"));
  EXPECT_EQ(ghost(*slowed)["heading"], "R");
  for (const int transparency : {1, 2}) {
    const auto free = start_planets(planets_map({"..2..", "S...a"}, {backandforth(0, 1, "R", transparency)}));
    EXPECT_EQ(ghost_path(*free, "."), cells("[[0,2]]"));
    EXPECT_EQ(ghost(*free)["held"], 0);
    EXPECT_EQ(ghost_path(*free, "."), cells("[[0,3]]"));
  }
}

// Planets 3.3: a nebula under the start holds transparency 0, not 1.
TEST(PlanetsGhosts, ANebulaUnderTheStartHoldsGhostsOfTransparencyZero) {
  const auto game = start_planets(
      planets_map({"1....", "1....", "S...a"}, {backandforth(0, 0, "R", 0), backandforth(1, 0, "R", 1)}));
  EXPECT_EQ(ghost(*game, 0)["held"], 1);
  EXPECT_EQ(ghost(*game, 1)["held"], 0);
  fly(*game, ".");
  EXPECT_EQ(ghost_cell(*game, 0), cells("[0,0]"));
  EXPECT_EQ(ghost_cell(*game, 1), cells("[1,1]"));
  fly(*game, ".");
  EXPECT_EQ(ghost_cell(*game, 0), cells("[0,1]"));
}

// Planets 3.2: a blocked ghost is not held again.
TEST(PlanetsGhosts, AGhostStuckOnANebulaIsNotHeldAgain) {
  const auto game = start_planets(planets_map({"#1#", "S.a"}, {backandforth(0, 1, "R", 0)}));
  fly(*game, ".");
  EXPECT_EQ(ghost(*game)["held"], 0);
  fly(*game, ".");
  EXPECT_EQ(ghost(*game)["held"], 0);
}

// Planets 9.4: before the first turn, and after it.
TEST(PlanetsGhosts, PreviousIsTheCellOneTurnAgo) {
  const auto game =
      start_planets(planets_map({"....", "S..a", "...."}, {backandforth(0, 2, "L"), towardplayer(2, 3)}));
  EXPECT_EQ(ghost(*game, 0)["previous"], cells("[0,3]"));
  EXPECT_EQ(ghost(*game, 1)["previous"], Json());
  fly(*game, ".");
  EXPECT_EQ(ghost(*game, 0)["previous"], cells("[0,2]"));
  EXPECT_EQ(ghost(*game, 1)["previous"], cells("[2,3]"));
}

/// The step of a single towardplayer ghost in the first turn, in which the ship plays `letter`.
Json first_step(const std::vector<std::string>& rows, const Json& chaser, std::string_view letter = ".") {
  const auto game = start_planets(planets_map(rows, {chaser}));
  return ghost_path(*game, letter).at(0);
}

// Planets 4.2, 4.7: in line only the step along it counts; blocked, the ghost stays.
TEST(PlanetsGhosts, TowardPlayerInLineGoesStraight) {
  EXPECT_EQ(first_step({"S...a"}, towardplayer(0, 3)), cells("[0,2]"));
  EXPECT_EQ(first_step({"a...S"}, towardplayer(0, 1)), cells("[0,2]"));
  EXPECT_EQ(first_step({"S", ".", ".", "a"}, towardplayer(2, 0)), cells("[1,0]"));
  EXPECT_EQ(first_step({"a", ".", ".", "S"}, towardplayer(1, 0)), cells("[2,0]"));
  EXPECT_EQ(first_step({".....", "S.#.a", "....."}, towardplayer(1, 3)), cells("[1,3]"));
  EXPECT_EQ(first_step({".S.", ".#.", "..a"}, towardplayer(2, 1, 1)), cells("[2,1]"));
  EXPECT_EQ(first_step({".S.", ".#.", "..a"}, towardplayer(2, 1, 2)), cells("[1,1]"));
}

// Planets 4.6, 5.1: the ghost goes by the ship's cell before the turn.
TEST(PlanetsGhosts, TowardPlayerLooksAtTheShipsOldCell) {
  // The map is tall: towards the ship's new cell the ghost would go up.
  EXPECT_EQ(first_step({"...", "..S", "...", "...", "a.."}, towardplayer(1, 1), "U"), cells("[1,2]"));
}

// Planets 4.8: the only step that is not blocked.
TEST(PlanetsGhosts, TowardPlayerTakesTheOnlyPassableStep) {
  EXPECT_EQ(first_step({"S...", "....", "..#.", "a..."}, towardplayer(2, 3)), cells("[1,3]"));
  EXPECT_EQ(first_step({"S...", "...#", "....", "a..."}, towardplayer(2, 3)), cells("[2,2]"));
  // even if the other axis has the larger distance
  EXPECT_EQ(first_step({"S....", "...#.", "a...."}, towardplayer(1, 4)), cells("[0,4]"));
}

// Planets 4.9: along the larger distance.
TEST(PlanetsGhosts, TowardPlayerGoesAlongTheLargerDistance) {
  EXPECT_EQ(first_step({"S...", "....", "a..."}, towardplayer(2, 3)), cells("[2,2]"));
  EXPECT_EQ(first_step({"S..", "...", "...", "a.."}, towardplayer(3, 2)), cells("[2,2]"));
  EXPECT_EQ(first_step({"..a", "...", "...", "S.."}, towardplayer(0, 1)), cells("[1,1]"));
}

// Planets 4.10: equal distances on three grids.
TEST(PlanetsGhosts, TowardPlayerAtEqualDistancesFollowsTheLongerSideOfTheMap) {
  EXPECT_EQ(first_step({"S..", "...", "...", "a.."}, towardplayer(2, 2)), cells("[1,2]"));  // tall
  EXPECT_EQ(first_step({"S..", "...", "a.."}, towardplayer(2, 2)), cells("[2,1]"));         // square
  EXPECT_EQ(first_step({"S...", "....", "a..."}, towardplayer(2, 2)), cells("[2,1]"));      // wide
}

// Planets 4.11: both steps are blocked.
TEST(PlanetsGhosts, TowardPlayerBlockedOnBothAxesStays) {
  EXPECT_EQ(first_step({"S...", "...#", "..#.", "a..."}, towardplayer(2, 3)), cells("[2,3]"));
}

// Planets 4.1, 4.6: over the edge the ship would be next to the ghost.
TEST(PlanetsGhosts, TowardPlayerDoesNotSeeTheShortWayRound) {
  EXPECT_EQ(first_step({"S.....a.."}, towardplayer(0, 8)), cells("[0,7]"));
}

// Planets 4.3: two ghosts meet on a cell and go on.
TEST(PlanetsGhosts, GhostsDoNotBlockEachOther) {
  const auto game =
      start_planets(planets_map({".....", "S...a"}, {backandforth(0, 1, "R"), backandforth(0, 3, "L")}));
  fly(*game, ".");
  EXPECT_EQ(ghost_cell(*game, 0), ghost_cell(*game, 1));
  fly(*game, ".");
  EXPECT_EQ(ghost_cell(*game, 0), cells("[0,3]"));
  EXPECT_EQ(ghost_cell(*game, 1), cells("[0,1]"));
}

// Planets 4.3: a ghost goes over a scrap, which stays.
TEST(PlanetsGhosts, ScrapsDoNotBlockGhosts) {
  const auto game = start_planets(planets_map({".a.", "S.."}, {backandforth(0, 0, "R")}));
  EXPECT_EQ(ghost_path(*game, ".."), cells("[[0,1],[0,2]]"));
  EXPECT_EQ(game->view(Observer::everybody())["scraps"].size(), 1U);
}

// Planets 5.2, 7.1, 9.1: only ghost 1 is on the ship's cell, and the game ends.
TEST(PlanetsGhosts, TheSameCellIsACatch) {
  const auto game =
      start_planets(planets_map({"S.a", "..."}, {backandforth(1, 2, "L"), backandforth(1, 1, "U")}));
  EXPECT_EQ(fly(*game, "R")["caught_by"], cells("[1]"));
  EXPECT_TRUE(game->to_move().empty());
  EXPECT_EQ(game->outcome(), Json::parse(R"({"win":false,"max_turns":50,"n_turns":1,"score":0,
      "scraps_total_value":10,"scraps_picked_up":[],"scraps_left":[{"location":[0,2],"value":10}],
      "caught":true,"ghosts_catch_samespot":[1],"ghosts_catch_switch":[]})"));
}

// Planets 5.2: a ship that stays is caught too.
TEST(PlanetsGhosts, AShipThatStaysIsCaughtToo) {
  const auto game = start_planets(planets_map({"S.a"}, {towardplayer(0, 1)}));
  EXPECT_EQ(fly(*game, ".")["caught_by"], cells("[0]"));
}

// Planets 5.3, 9.7: ship and ghost exchange cells, and the view has both on their new ones.
TEST(PlanetsGhosts, ExchangingCellsIsACatch) {
  const auto game = start_planets(planets_map({"S.a", "..."}, {backandforth(1, 0, "R"), towardplayer(0, 1)}));
  EXPECT_EQ(fly(*game, "R")["caught_by"], cells("[1]"));
  EXPECT_EQ(ship_cell(*game), cells("[0,1]"));
  EXPECT_EQ(ghost_cell(*game, 1), cells("[0,0]"));
  EXPECT_EQ(game->outcome()["ghosts_catch_samespot"], cells("[]"));
  EXPECT_EQ(game->outcome()["ghosts_catch_switch"], cells("[1]"));
  EXPECT_EQ(game->outcome()["caught"], true);
}

// Planets 5.3: an exchange over an edge.
TEST(PlanetsGhosts, AShipThatWrapsCanExchangeCellsToo) {
  const auto game = start_planets(planets_map({"S.", ".a"}, {backandforth(1, 0, "U")}));
  EXPECT_EQ(fly(*game, "U")["caught_by"], cells("[0]"));  // from row 0 up to row 1
  EXPECT_EQ(game->outcome()["ghosts_catch_switch"], cells("[0]"));
}

// Planets 5.2, 5.3: two ghosts of three catch the ship, each in its way.
TEST(PlanetsGhosts, SeveralGhostsCatchAtOnceBothWays) {
  const auto game = start_planets(planets_map(
      {"S.a", "...", "..."}, {backandforth(1, 1, "U"), towardplayer(0, 1), backandforth(2, 0, "R")}));
  EXPECT_EQ(fly(*game, "R")["caught_by"], cells("[0,1]"));
  EXPECT_EQ(game->outcome()["ghosts_catch_samespot"], cells("[0]"));
  EXPECT_EQ(game->outcome()["ghosts_catch_switch"], cells("[1]"));
}

// Planets 5.5, 7.2: the last scrap in the turn of being caught counts, and does not win.
TEST(PlanetsGhosts, TheLastScrapOnTheTurnOfBeingCaughtCountsButDoesNotWin) {
  const auto game = start_planets(planets_map({"Sa."}, {backandforth(0, 2, "L")}));
  const Json events = fly(*game, "R");
  EXPECT_EQ(events["caught_by"], cells("[0]"));
  EXPECT_EQ(events["picked"].size(), 1U);
  EXPECT_THAT(game->scores(), ElementsAre(10));
  EXPECT_EQ(game->outcome()["win"], false);
  EXPECT_EQ(game->outcome()["score"], 10);
  EXPECT_EQ(game->outcome()["scraps_left"], cells("[]"));
}

// Planets 9.1, 9.3: the order of the map in every turn.
TEST(PlanetsGhosts, ViewsAndEventsKeepTheOrderOfTheMap) {
  const auto game =
      start_planets(planets_map({".....", "S...a", "....."},
                                {towardplayer(2, 4, 1), backandforth(0, 0, "R"), backandforth(2, 1, "L")}));
  for (int i = 0; i < 3; ++i) {
    const Json events = fly(*game, ".");
    const Json ghosts = game->view(Observer::everybody())["ghosts"];
    EXPECT_EQ(ghosts[0]["type"], "towardplayer");
    for (std::size_t g = 0; g < 3; ++g) {
      EXPECT_EQ(events["ghosts"][g], ghosts[g]["location"]);
    }
  }
}

}  // namespace
}  // namespace engines
