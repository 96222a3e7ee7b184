#include "engines/battleship/battleship.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "engines/random.h"
#include "engines/registry.h"
#include "engines/secret_deal.h"
#include "tests/engines/battleship_play.h"
#include "tests/engines/play.h"

// Tests name paragraphs of engines/battleship/RULES.md.
namespace engines {
namespace {

using battleship::Fleet;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

/// The seat to move shoots.
Json shoot(Game& game, int row, int col) {
  const Said said{.move = Json::array({row, col})};
  return turn(game, {said, said});
}

Json skip(Game& game) { return turn(game, {silent(), silent()}); }

/// Seat 0 shoots at all these cells, and seat 1 misses its turns.
Json shoot_alone(Game& game, const std::vector<std::pair<int, int>>& cells) {
  Json events;
  for (const auto& [row, col] : cells) {
    events = shoot(game, row, col);
    skip(game);
  }
  return events;
}

Fault illegal(Game& game, const Json& move, Seat seat = 0) {
  return refusal_of(game, seat, move, Refusal::Kind::illegal);
}

// ---- The boards and the ships ----

// Battleship 1.1, 1.2, 8.3, 8.4: two empty boards of 10 x 10 cells; both seats are to move.
TEST(Battleship, StartsWithTwoEmptyBoards) {
  const auto game = battleship_game();
  EXPECT_EQ(game->seats(), 2U);
  EXPECT_THAT(game->to_move(), ElementsAre(0, 1));
  for (const Observer observer : {kSeat0, kSeat1, kAll}) {
    const std::vector<std::string> empty(10, "..........");
    EXPECT_EQ(game->view(observer), Json::object({{"afloat", parsed("[[],[]]")},
                                                  {"boards", Json::array({empty, empty})},
                                                  {"mover", nullptr},
                                                  {"phase", "place"}}));
  }
}

// Battleship 1.3, 1.4, 2.1, 2.3, 8.2, 8.3: ships lie to the right of `at`, or below it.
TEST(Battleship, PlacesTheShipsOfBothSeatsAtOnce) {
  const auto game = placed();
  EXPECT_THAT(board(*game, kSeat0, 0), ElementsAre("SS...", ".....", ".....", ".....", "....S"));
  EXPECT_THAT(board(*game, kSeat1, 1), ElementsAre(".....", "..S..", "..S..", ".....", "S...."));
  EXPECT_EQ(game->view(kSeat0)["afloat"], parsed("[[2,1],[2,1]]"));
}

// Battleship 2.2: answers of another shape are malformed, and the fault says what is expected where.
TEST(Battleship, RefusesPlacementsOfAnotherShape) {
  const auto game = battleship_game(kSmall);
  EXPECT_EQ(refusal_of(*game, 0, Json::array({1, 2})),
            R"(expected {"ships":[{"across":true,"at":[row,column],"length":5},...]}, got [1,2])");
  for (const char* text : {R"({})", R"({"ships":{}})", R"({"ships":[],"more":1})"}) {
    EXPECT_THAT(refusal_of(*game, 0, parsed(text)), HasSubstr("expected {\"ships\":[")) << text;
  }
  const std::vector<std::pair<const char*, const char*>> ships = {
      {R"(5)", "ships[0]: got 5, expected an object"},
      {R"({"at":[0,0],"length":2})", "ships[0].across: missing, expected true or false"},
      {R"({"across":1,"at":[0,0],"length":2})", "ships[0].across: got 1, expected true or false"},
      {R"({"across":true,"at":[0,0],"length":6})", "ships[0].length: got 6, expected an integer from 1 to 5"},
      {R"({"across":true,"at":[0,0],"length":0})", "ships[0].length: got 0, expected an integer from 1 to 5"},
      {R"({"across":true,"at":[0,5],"length":2})",
       "ships[0].at: got [0,5], expected [row,column], two integers from 0 to 4"},
      {R"({"across":true,"at":[0,1.0],"length":2})",
       "ships[0].at: got [0,1.0], expected [row,column], two integers from 0 to 4"},
      {R"({"across":true,"at":[0],"length":2})",
       "ships[0].at: got [0], expected [row,column], two integers from 0 to 4"},
      {R"({"across":true,"at":[0,0],"length":2,"name":"x"})",
       R"(ships[0].name: got "x", expected one of the keys across, length, at)"},
  };
  for (const auto& [text, fault] : ships) {
    EXPECT_EQ(refusal_of(*game, 0, Json::object({{"ships", Json::array({parsed(text)})}})), fault);
  }
}

// Battleship 2.4: a ship over either edge is illegal; one that ends at it is legal.
TEST(Battleship, RefusesAShipOverTheEdge) {
  const auto game = battleship_game(kSmall);
  EXPECT_EQ(illegal(*game, fleet({ship(0, 4, 2, true), ship(2, 2, 1, true)})),
            "ships[0], of length 2 at [0,4] across, goes over the edge of the board");
  EXPECT_EQ(illegal(*game, fleet({ship(2, 2, 1, true), ship(4, 0, 2, false)})),
            "ships[1], of length 2 at [4,0] down, goes over the edge of the board");
  say(*game, {{.move = fleet({ship(3, 4, 2, false), ship(4, 0, 1, true)})},
              {.move = fleet({ship(4, 3, 2, true), ship(0, 0, 1, true)})}});
}

// Battleship 2.5: two ships on one cell are illegal.
TEST(Battleship, RefusesShipsThatOverlap) {
  const auto game = battleship_game(kSmall);
  EXPECT_EQ(illegal(*game, fleet({ship(2, 1, 2, true), ship(2, 2, 1, true)})),
            "ships[1], of length 1 at [2,2] across, overlaps a ship before it");
}

// Battleship 2.6, 7.3: ships side by side or corner to corner, which `touching` allows or forbids.
TEST(Battleship, LetsShipsTouchOnlyIfTheOptionSaysSo) {
  const auto may = battleship_game(R"({"size":5,"ships":[2,1],"touching":true})");
  const auto must_not = battleship_game(R"({"size":5,"ships":[2,1],"touching":false})");
  for (const auto& [row, col] :
       {std::pair(1, 1), {1, 2}, {1, 3}, {1, 4}, {2, 1}, {2, 4}, {3, 1}, {3, 2}, {3, 4}}) {
    const Json move = fleet({ship(2, 2, 2, true), ship(row, col, 1, true)});
    EXPECT_TRUE(std::holds_alternative<std::string>(may->submit(0, move))) << move;
    EXPECT_THAT(illegal(*must_not, move), HasSubstr("overlaps or touches a ship before it"));
  }
  say(*must_not, {{.move = fleet({ship(2, 2, 2, true), ship(0, 2, 1, true)})}, silent()});
}

// Battleship 2.7: the lengths of the option in any order, and no others.
TEST(Battleship, WantsTheShipsOfTheOption) {
  const auto game = battleship_game(R"({"size":5,"ships":[1,2,1]})");
  say(*game, {{.move = fleet({ship(0, 0, 1, true), ship(2, 0, 1, true), ship(4, 0, 2, true)})},
              {.move = fleet({ship(4, 0, 2, true), ship(0, 0, 1, true), ship(2, 0, 1, true)})}});
  EXPECT_EQ(illegal(*game, fleet({ship(0, 0, 1, true), ship(2, 0, 1, true)})),
            "expected ships of the lengths [1,2,1], got [1,1]");
  EXPECT_EQ(illegal(*game, fleet({ship(0, 0, 2, true), ship(2, 0, 1, true), ship(4, 0, 2, true)})),
            "expected ships of the lengths [1,2,1], got [2,1,2]");
  illegal(*game, fleet({}));
}

// ---- Shots ----

// Battleship 3.1, 3.4, 3.6, 8.2, 8.4, 8.7: the seats shoot in turns, also after a hit, and both see the
// results.
TEST(Battleship, ShootsInTurns) {
  const auto game = placed();
  EXPECT_EQ(game->view(kSeat0)["phase"], "shoot");
  EXPECT_EQ(game->view(kSeat0)["mover"], 0);
  EXPECT_EQ(shoot(*game, 1, 2), parsed(R"({"hit":true,"shot":[1,2],"sunk":null})"));
  EXPECT_THAT(game->to_move(), ElementsAre(1));
  EXPECT_EQ(shoot(*game, 3, 3), parsed(R"({"hit":false,"shot":[3,3],"sunk":null})"));
  EXPECT_EQ(game->view(kSeat1)["mover"], 0);
  EXPECT_THAT(board(*game, kSeat0, 0), ElementsAre("SS...", ".....", ".....", "...o.", "....S"));
  EXPECT_THAT(board(*game, kSeat0, 1), ElementsAre(".....", "..x..", ".....", ".....", "....."));
  EXPECT_THAT(board(*game, kSeat1, 0), ElementsAre(".....", ".....", ".....", "...o.", "....."));
  EXPECT_THAT(board(*game, kSeat1, 1), ElementsAre(".....", "..x..", "..S..", ".....", "S...."));
}

// Battleship 3.2: any other answer is malformed.
TEST(Battleship, RefusesShotsOfAnotherShape) {
  const auto game = placed();
  EXPECT_EQ(refusal_of(*game, 0, parsed("[5,0]")),
            "expected [row,column], two integers from 0 to 4, got [5,0]");
  for (const char* text :
       {"[0,-1]", "[0,0,0]", "[0]", "[0,1.0]", "[\"0\",0]", "{\"row\":0,\"column\":0}", "7"}) {
    EXPECT_THAT(refusal_of(*game, 0, parsed(text)), HasSubstr("two integers from 0 to 4")) << text;
  }
  refusal_of(*game, 0, kFleet);
}

// Battleship 3.3: each player may shoot once at each cell of the opponent's board.
TEST(Battleship, RefusesASecondShotAtACell) {
  const auto game = placed();
  shoot(*game, 1, 2);
  shoot(*game, 1, 2);  // of the other board
  EXPECT_EQ(illegal(*game, parsed("[1,2]")), "you have already shot at [1,2]");
}

// Battleship 3.5, 3.7, 8.2, 8.3, 8.7: the hit on the last cell sinks the ship, and both see all of it.
TEST(Battleship, SinksAShipWithTheHitOnItsLastCell) {
  const auto game = placed();
  shoot(*game, 2, 2);
  skip(*game);
  EXPECT_EQ(shoot(*game, 1, 2), parsed(R"({"hit":true,"shot":[1,2],"sunk":2})"));
  for (const Observer observer : {kSeat0, kSeat1}) {
    EXPECT_EQ(board(*game, observer, 1)[1], "..#..");
    EXPECT_EQ(board(*game, observer, 1)[2], "..#..");
    EXPECT_EQ(game->view(observer)["afloat"], parsed("[[2,1],[1]]"));
  }
}

// Battleship 2.8, 3.7: the marks of a ship are its own also where ships touch.
TEST(Battleship, MarksOnlyTheCellsOfTheSunkShip) {
  const auto game = battleship_game(R"({"size":5,"ships":[2,2]})");
  const Json parallel = fleet({ship(0, 0, 2, true), ship(1, 0, 2, true)});
  turn(*game, {{.move = parallel}, {.move = parallel}});
  shoot_alone(*game, {{0, 0}, {1, 0}, {1, 1}});
  EXPECT_EQ(board(*game, kSeat0, 1)[0], "x....");
  EXPECT_EQ(board(*game, kSeat0, 1)[1], "##...");
  EXPECT_EQ(board(*game, kSeat1, 1)[0], "xS...");
}

// ---- Faults and the clock ----

// Battleship 5.2, 8.7: a turn without a shot changes nothing, and the turn passes.
TEST(Battleship, ATurnWithoutAShotPasses) {
  const auto game = placed();
  const Json before = game->view(kAll)["boards"];
  EXPECT_EQ(skip(*game), parsed(R"({"hit":false,"shot":null,"sunk":null})"));
  EXPECT_EQ(game->view(kAll)["boards"], before);
  EXPECT_THAT(game->to_move(), ElementsAre(1));
  EXPECT_EQ(game->outcome()["shots"], parsed("[0,0]"));
}

/// The board of a seat with these ships.
std::vector<std::string> board_of(const Fleet& ships, int size) {
  battleship::Sea sea(size);
  sea.place(ships);
  std::vector<std::string> rows;
  for (int row = 0; row < size; ++row) {
    rows.push_back(sea.row(row, true));
  }
  return rows;
}

// Battleship 5.3, 5.5: the ships of a silent seat follow from salt and seed; those of the other are its own.
TEST(Battleship, DrawsTheShipsOfASeatThatPlacesNone) {
  const Seed seed{.number = 7, .salt = "00112233445566778899aabbccddeeff"};
  for (const Seat silent_seat : {0U, 1U}) {
    const auto game = battleship_game(kSmall, seed);
    std::vector<Said> said(2, {.move = kFleet});
    said[silent_seat] = silent();
    turn(*game, said);
    SecretDeal numbers(seed);
    for (Seat skipped = 0; skipped < silent_seat; ++skipped) {
      numbers.next();
    }
    Rng rng(numbers.next());
    const battleship::Options options{.size = 5, .ships = {2, 1}};
    EXPECT_EQ(board(*game, kAll, silent_seat), board_of(draw_fleet(options, rng), 5));
    EXPECT_THAT(board(*game, kAll, 1 - silent_seat),
                ElementsAre("SS...", ".....", ".....", ".....", "....S"));
  }
}

// Battleship 5.5: another salt draws other ships, with the same seed.
TEST(Battleship, TheDrawnShipsDependOnTheSalt) {
  std::set<Json> boards;
  for (const char* salt : {"", "0", "1", "2"}) {
    const auto game = battleship_game("{}", {.number = 7, .salt = salt});
    skip(*game);
    boards.insert(game->view(kAll)["boards"]);
  }
  EXPECT_EQ(boards.size(), 4U);
}

// Battleship 5.4: the places of a ship are equally likely: 20 across and 20 down on 5 x 5 cells.
TEST(Battleship, DrawsAllPlacesEquallyOften) {
  const battleship::Options options{.size = 5, .ships = {2}};
  Rng rng(1);
  std::map<std::vector<std::string>, int> seen;
  for (int i = 0; i < 4000; ++i) {
    ++seen[board_of(draw_fleet(options, rng), 5)];
  }
  ASSERT_EQ(seen.size(), 40U);
  for (const auto& [rows, times] : seen) {
    EXPECT_GE(times, 60);
    EXPECT_LE(times, 140);
  }
}

// Battleship 5.4, 7.4: with fleets that chance practically never places, the ships lie in rows.
TEST(Battleship, FallsBackToRowsOnACrowdedBoard) {
  const battleship::Options options{.size = 11, .ships = std::vector<int>(12, 5), .touching = false};
  Rng rng(1);
  const auto rows = board_of(draw_fleet(options, rng), 11);
  EXPECT_EQ(rows, board_of(fleet_in_rows(options).value(), 11));
}

// Battleship 2.6, 5.4: drawn fleets are legal, with and without touching.
TEST(Battleship, DrawnFleetsAreLegal) {
  for (const bool touching : {true, false}) {
    for (const std::vector<int>& ships : {std::vector<int>{5, 4, 3, 3, 2}, {4, 3, 3, 2, 2, 2, 1, 1, 1, 1}}) {
      const battleship::Options options{.ships = ships, .touching = touching};
      Rng rng(3);
      for (int i = 0; i < 50; ++i) {
        EXPECT_EQ(fault_of(draw_fleet(options, rng), options), std::nullopt);
      }
    }
  }
}

// Battleship 5.6, 6.5: who forfeits has lost, whatever was hit.
TEST(Battleship, AForfeitLosesAtOnce) {
  const auto game = placed();
  shoot(*game, 1, 2);
  skip(*game);
  turn(*game, {forfeits(), silent()});
  EXPECT_THAT(game->to_move(), testing::IsEmpty());
  EXPECT_EQ(game->view(kAll)["phase"], "over");
  EXPECT_THAT(game->scores(), ElementsAre(0, 1));
  EXPECT_EQ(game->outcome(), parsed(R"({"hits":[1,0],"shots":[1,0],"sunk":[0,0],"winner":1})"));
}

// Battleship 5.6: forfeits in the first turn, of one seat or of both.
TEST(Battleship, AForfeitInTheFirstTurnEndsTheGame) {
  for (const Seat seat : {0U, 1U}) {
    const auto game = battleship_game(kSmall);
    std::vector<Said> said(2, {.move = kFleet});
    said[seat] = forfeits();
    turn(*game, said);
    EXPECT_THAT(game->to_move(), testing::IsEmpty());
    EXPECT_EQ(game->outcome()["winner"], 1 - seat);
  }
  const auto both = battleship_game(kSmall);
  turn(*both, {forfeits(), forfeits()});
  EXPECT_THAT(both->scores(), ElementsAre(0.5, 0.5));
}

// Battleship 5.7: a shot in the turn of the forfeit is not fired.
TEST(Battleship, AForfeitTakesTheShotBack) {
  const auto game = placed();
  ASSERT_TRUE(std::holds_alternative<std::string>(game->submit(0, parsed("[1,2]"))));
  game->settle(0, Microseconds(1), true);
  EXPECT_EQ(game->step(), parsed(R"({"hit":false,"shot":null,"sunk":null})"));
  EXPECT_THAT(board(*game, kAll, 1), ElementsAre(".....", "..S..", "..S..", ".....", "S...."));
}

// ---- The end and the score ----

// Battleship 6.1, 6.2, 6.4, 6.5, 8.4, 8.8: seat 1 has one more shot after seat 0 has sunk all its ships.
TEST(Battleship, EndsWhenAllShipsAreSunkAndBothHadTheSameTurns) {
  const auto game = placed();
  shoot_alone(*game, {{1, 2}, {2, 2}});
  EXPECT_EQ(shoot(*game, 4, 0)["sunk"], 1);
  EXPECT_THAT(game->to_move(), ElementsAre(1));
  shoot(*game, 0, 0);
  EXPECT_THAT(game->to_move(), testing::IsEmpty());
  EXPECT_EQ(game->view(kSeat0)["phase"], "over");
  EXPECT_EQ(game->view(kSeat0)["mover"], nullptr);
  EXPECT_THAT(game->scores(), ElementsAre(1, 0));
  EXPECT_EQ(game->outcome(), parsed(R"({"hits":[3,1],"shots":[3,1],"sunk":[2,0],"winner":0})"));
}

// Battleship 6.1: seat 1 has its turns already when it sinks the last ship.
TEST(Battleship, EndsAtOnceWhenSeat1SinksTheLastShip) {
  const auto game = placed();
  for (const auto& [row, col] : {std::pair(0, 0), {0, 1}, {4, 4}}) {
    skip(*game);
    shoot(*game, row, col);
  }
  EXPECT_THAT(game->to_move(), testing::IsEmpty());
  EXPECT_THAT(game->scores(), ElementsAre(0, 1));
}

// Battleship 6.1, 6.4, 6.5: both have sunk all ships.
TEST(Battleship, IsADrawWhenTheLastShotSinksTheLastShip) {
  const auto game = placed();
  for (const auto& [ours, theirs] : {std::pair(parsed("[1,2]"), parsed("[0,0]")),
                                     {parsed("[2,2]"), parsed("[0,1]")},
                                     {parsed("[4,0]"), parsed("[4,4]")}}) {
    turn(*game, {{.move = ours}, {.move = ours}});
    turn(*game, {{.move = theirs}, {.move = theirs}});
  }
  EXPECT_THAT(game->to_move(), testing::IsEmpty());
  EXPECT_THAT(game->scores(), ElementsAre(0.5, 0.5));
  EXPECT_EQ(game->outcome(), parsed(R"({"hits":[3,3],"shots":[3,3],"sunk":[2,2],"winner":null})"));
}

// Battleship 6.3, 6.4, 6.7: 25 turns for each seat on 5 x 5 cells; one hit wins if the players stay silent.
TEST(Battleship, EndsAfterAsManyTurnsAsThereAreCells) {
  const auto game = placed();
  EXPECT_EQ(game->max_turns(), 51U);
  EXPECT_EQ(battleship_game()->max_turns(), 201U);
  shoot(*game, 1, 2);
  std::size_t turns = 2;
  for (; !game->to_move().empty(); ++turns) {
    skip(*game);
  }
  EXPECT_EQ(turns, 51U);
  EXPECT_THAT(game->scores(), ElementsAre(1, 0));
}

// Battleship 6.6: the scores follow the hits.
TEST(Battleship, ScoresBeforeTheEndAreThoseOfNow) {
  const auto game = placed();
  EXPECT_THAT(game->scores(), Each(0.5));
  shoot(*game, 1, 2);
  EXPECT_THAT(game->scores(), ElementsAre(1, 0));
  shoot(*game, 0, 0);
  EXPECT_THAT(game->scores(), Each(0.5));
}

// ---- Options ----

// Battleship 1.3, 7.1, 7.2, 7.3, 8.1: the defaults, and a setup that is the complete options.
TEST(Battleship, SetupIsTheOptions) {
  EXPECT_EQ(battleship_game()->setup().dump(), R"({"ships":[5,4,3,3,2],"size":10,"touching":true})");
  const auto game = battleship_game(R"({"size":7,"ships":[2,3],"touching":false})");
  EXPECT_EQ(game->setup().dump(), R"({"ships":[2,3],"size":7,"touching":false})");
  EXPECT_EQ(game->options(), game->setup());
}

// Battleship 7.1, 7.2, 7.3: what is out of range is refused.
TEST(Battleship, RefusesOptionsOutOfRange) {
  const std::vector<std::pair<const char*, const char*>> wrong = {
      {R"({"size":4})", "options.size: got 4, expected an integer from 5 to 20"},
      {R"({"size":21})", "options.size: got 21, expected an integer from 5 to 20"},
      {R"({"ships":[]})", "options.ships: got [], expected a list of 1 to 20 lengths"},
      {R"({"ships":5})", "options.ships: got 5, expected a list of 1 to 20 lengths"},
      {R"({"ships":[3,11]})", "options.ships[1]: got 11, expected an integer from 1 to 10"},
      {R"({"ships":[0]})", "options.ships[0]: got 0, expected an integer from 1 to 10"},
      {R"({"touching":1})", "options.touching: got 1, expected true or false"},
  };
  for (const auto& [options, text] : wrong) {
    EXPECT_EQ(options_error("battleship", parsed(options)), text);
  }
  const Json many = Json::object({{"ships", std::vector<int>(21, 1)}});
  EXPECT_THAT(options_error("battleship", many), HasSubstr("expected a list of 1 to 20 lengths"));
  battleship_game(R"({"size":20,"ships":[20,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]})");
}

// Battleship 7.4: ships that fit into the rows, or into every second row.
TEST(Battleship, RefusesShipsForWhichTheRowsHaveNoRoom) {
  EXPECT_THAT(board_of(battleship::fleet_in_rows({.size = 5, .ships = {1, 2, 3, 2}}).value(), 5),
              ElementsAre("SSSSS", "SSS..", ".....", ".....", "....."));
  EXPECT_THAT(
      board_of(battleship::fleet_in_rows({.size = 5, .ships = {1, 2, 3, 2}, .touching = false}).value(), 5),
      ElementsAre("SSS..", ".....", "SS.SS", ".....", "S...."));
  battleship_game(R"({"size":5,"ships":[5,5,5,5,5]})");
  EXPECT_EQ(options_error("battleship", parsed(R"({"size":5,"ships":[5,5,5,5,5,1]})")),
            "options.ships: got [5,5,5,5,5,1], expected ships that fit into the rows of the board");
  battleship_game(R"({"size":5,"ships":[5,5,5],"touching":false})");
  EXPECT_EQ(
      options_error("battleship", parsed(R"({"size":5,"touching":false})")),
      "options.ships: got [5,4,3,3,2], expected ships that fit into every second row of the board with gaps "
      "between them");
}

// Battleship 7.5: games of two seeds agree if both players place their ships.
TEST(Battleship, TheSeedDecidesNothingForPlayersThatPlaceTheirShips) {
  expect_no_effect_of_the_seed("battleship", "{}", {});
}

// Battleship 5.1: a second a move.
TEST(Battleship, HasASecondAMove) {
  EXPECT_EQ(find_game("battleship")->clock, R"({"kind":"per_move","ms":1000})");
}

}  // namespace
}  // namespace engines
