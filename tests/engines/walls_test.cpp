#include "engines/walls/walls.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "engines/registry.h"
#include "tests/engines/play.h"

// Tests name paragraphs of engines/walls/RULES.md.
namespace engines {
namespace {

using testing::ElementsAre;

std::unique_ptr<Game> walls(std::string_view options = "{}") { return start("walls", options); }

/// The seat to move answers `word`.
Json move(Game& game, const std::string& word) {
  std::vector<Said> by_seat(2);
  by_seat.at(game.to_move().at(0)).move = word;
  return turn(game, by_seat);
}

Json skip(Game& game) { return turn(game, {silent(), silent()}); }

Json forfeit(Game& game) { return turn(game, {forfeits(), forfeits()}); }

Json player(const Game& game, Seat seat) { return game.view(Observer::everybody())["players"][seat]; }

/// `seat` plays `words`; the other seat gives no answer as long as the game asks it.
Json alone(Game& game, Seat seat, const std::vector<std::string>& words) {
  Json events;
  for (const auto& word : words) {
    while (game.to_move() == std::vector<Seat>{1 - seat}) {
      skip(game);
    }
    events = move(game, word);
  }
  return events;
}

Json events_of(std::string_view text) { return Json::parse(text); }

// Walls 1.1, 1.3, 1.4, 8.3, 8.4: a square board without marks, both players beside its centre.
TEST(Walls, StartsBesideTheCentreFacingOutwards) {
  EXPECT_EQ(walls()->view(Observer::everybody()),
            events_of(R"({"board":[".....",".....",".....",".....","....."],"mover":0,"players":[
    {"at":[2,1],"face":"W","bricks":0,"idle":0,"stalled":false},
    {"at":[2,3],"face":"E","bricks":0,"idle":0,"stalled":false}]})"));
  const auto large = walls(R"({"n":99})");
  EXPECT_EQ(player(*large, 0)["at"], Json::array({49, 48}));
  EXPECT_EQ(player(*large, 1)["at"], Json::array({49, 50}));
}

// Walls 2.2: left is anticlockwise, right is clockwise.
TEST(Walls, TurnsByNinetyDegrees) {
  const auto game = walls();
  std::string left;
  std::string right;
  for (int i = 0; i < 4; ++i) {
    move(*game, "left");
    left += player(*game, 0)["face"].get<std::string>();
    move(*game, "right");
    right += player(*game, 1)["face"].get<std::string>();
  }
  EXPECT_EQ(left, "SENW");   // seat 0 from W
  EXPECT_EQ(right, "SWNE");  // seat 1 from E
}

// Walls 2.1: other words, also in capitals or with blanks, are malformed.
TEST(Walls, RefusesOtherWordsWithTheOnesThatItKnows) {
  const auto game = walls();
  EXPECT_EQ(refusal_of(*game, 0, "foward"), R"(expected one of "forward", "left", "right", got "foward")");
  EXPECT_EQ(refusal_of(*game, 0, Json::array({"left"})),
            R"(expected one of "forward", "left", "right", got ["left"])");
  for (const char* word : {"Forward", "LEFT", " left", "left ", ""}) {
    refusal_of(*game, 0, word);
  }
}

// Walls 1.2, 2.3, 3.1, 8.2, 8.3: both players step to an unmarked square and lay a brick behind them.
TEST(Walls, LaysABrickOnLeavingAnUnmarkedSquare) {
  const auto game = walls();
  EXPECT_EQ(move(*game, "forward"), events_of(R"({"laid":[2,1],"blocked":false})"));
  EXPECT_EQ(move(*game, "forward"), events_of(R"({"laid":[2,3],"blocked":false})"));
  EXPECT_THAT(rows_of(*game), ElementsAre(".....", ".....", ".A.B.", ".....", "....."));
  EXPECT_EQ(player(*game, 0)["at"], Json::array({2, 0}));
  EXPECT_EQ(player(*game, 1)["at"], Json::array({2, 4}));
}

// Walls 2.4, 3.2: a player enters its own brick, and lays none on leaving it.
TEST(Walls, WalksOverOwnBricksWithoutLaying) {
  const auto game = walls();
  alone(*game, 0, {"forward", "left", "left"});
  EXPECT_EQ(alone(*game, 0, {"forward"}), events_of(R"({"laid":[2,0],"blocked":false})"));
  EXPECT_EQ(player(*game, 0)["at"], Json::array({2, 1}));
  EXPECT_EQ(alone(*game, 0, {"forward"}), events_of(R"({"laid":null,"blocked":false})"));
  EXPECT_EQ(player(*game, 0)["bricks"], 2);
}

// Walls 2.5, 2.8, 8.2: the edge blocks a player; its move is legal and changes nothing.
TEST(Walls, CannotLeaveTheBoard) {
  const auto game = walls();
  alone(*game, 0, {"forward"});
  EXPECT_EQ(alone(*game, 0, {"forward"}), events_of(R"({"laid":null,"blocked":true})"));
  EXPECT_EQ(player(*game, 0)["at"], Json::array({2, 0}));
  EXPECT_THAT(rows_of(*game), ElementsAre(".....", ".....", ".A...", ".....", "....."));
}

// Walls 2.6: a brick of the opponent blocks a player.
TEST(Walls, CannotEnterAnOpponentsBrick) {
  const auto game = walls(R"({"n":3})");
  alone(*game, 1,
        {"left", "forward", "left", "forward", "left", "left", "forward"});  // B round the corner and back
  EXPECT_THAT(rows_of(*game), ElementsAre(".BB", "..B", "..."));
  alone(*game, 0, {"right"});
  alone(*game, 0, {"forward"});  // to (0,0)
  EXPECT_EQ(alone(*game, 0, {"right", "forward"}), events_of(R"({"laid":null,"blocked":true})"));
  EXPECT_EQ(player(*game, 0)["at"], Json::array({0, 0}));
}

// Walls 2.7: the opponent's square blocks a player, also without a brick.
TEST(Walls, CannotEnterTheOpponentsSquare) {
  const auto game = walls(R"({"n":3})");
  EXPECT_EQ(alone(*game, 0, {"left", "left", "forward"}), events_of(R"({"laid":[1,0],"blocked":false})"));
  EXPECT_EQ(alone(*game, 0, {"forward"}),
            events_of(R"({"laid":null,"blocked":true})"));  // B stands there, no brick
  EXPECT_EQ(player(*game, 0)["at"], Json::array({1, 1}));
}

// Walls 4.3, 5.2: an answer is a move; no answer is one that changes nothing, and the turn passes.
TEST(Walls, CountsEveryAnswerAndEverySilence) {
  const auto game = walls();
  move(*game, "left");
  const Json before = player(*game, 1);
  EXPECT_EQ(skip(*game), events_of(R"({"laid":null,"blocked":false})"));
  Json after = player(*game, 1);
  EXPECT_EQ(after["idle"], 1);
  after["idle"] = 0;
  EXPECT_EQ(after, before);
  EXPECT_EQ(game->outcome()["moves"], 2);
  EXPECT_EQ(game->to_move(), std::vector<Seat>{0});
}

// Walls 3.3, 4.5: turning lays no brick, and the ninth move without one stalls the player.
TEST(Walls, StallsAfterNineMovesWithoutABrick) {
  const auto game = walls();
  const std::vector<std::string> eight(8, "left");
  alone(*game, 0, eight);
  EXPECT_FALSE(player(*game, 0)["stalled"].get<bool>());
  alone(*game, 0, {"left"});
  EXPECT_TRUE(player(*game, 0)["stalled"].get<bool>());
  EXPECT_EQ(player(*game, 0)["idle"], 9);
}

// Walls 4.4: a brick sets the count to 0.
TEST(Walls, ABrickOnTheNinthMoveStartsTheCountAgain) {
  const auto game = walls();
  const std::vector<std::string> eight(8, "left");
  alone(*game, 0, eight);
  alone(*game, 0, {"forward"});
  EXPECT_EQ(player(*game, 0)["idle"], 0);
  EXPECT_FALSE(player(*game, 0)["stalled"].get<bool>());
}

// Walls 4.5, 4.6, 4.7: a stalled player is not asked again, and blocks its square.
TEST(Walls, SkipsAStalledPlayerAndKeepsItsSquare) {
  const auto game = walls(R"({"n":3})");
  move(*game, "left");
  forfeit(*game);  // seat 1, at (1,2)
  for (const char* word : {"left", "forward"}) {
    EXPECT_EQ(game->to_move(), std::vector<Seat>{0});
    move(*game, word);
  }
  EXPECT_EQ(move(*game, "forward"), events_of(R"({"laid":null,"blocked":true})"));
}

// Walls 5.4: a forfeit stalls at once and counts as a move without a brick.
TEST(Walls, ForfeitStallsAtOnce) {
  const auto game = walls();
  EXPECT_EQ(forfeit(*game), events_of(R"({"laid":null,"blocked":false})"));
  EXPECT_TRUE(player(*game, 0)["stalled"].get<bool>());
  EXPECT_EQ(player(*game, 0)["idle"], 1);
  EXPECT_EQ(game->outcome()["moves"], 1);
}

// Walls 5.5: a step forward in the turn of the forfeit is not taken.
TEST(Walls, ForfeitTakesTheAnswerBack) {
  const auto game = walls();
  ASSERT_TRUE(std::holds_alternative<std::string>(game->submit(0, "forward")));
  game->settle(0, Microseconds(1), true);
  EXPECT_EQ(game->step(), events_of(R"({"laid":null,"blocked":false})"));
  EXPECT_EQ(player(*game, 0)["at"], Json::array({2, 1}));
  EXPECT_TRUE(player(*game, 0)["stalled"].get<bool>());
}

/// Seat 0 covers seven squares of the 3 x 3 board; seat 1 covers two and then lays no more bricks.
std::unique_ptr<Game> filled_board() {
  auto game = walls(R"({"n":3})");
  const std::vector<std::string> a = {"right",   "forward", "right",   "forward", "right", "forward",
                                      "forward", "left",    "forward", "left",    "left",  "forward",
                                      "forward", "left",    "left",    "forward"};
  const std::vector<std::string> b = {"left", "forward", "right", "right", "forward"};
  std::vector<std::size_t> played(2);
  while (!game->to_move().empty()) {
    const Seat seat = game->to_move()[0];
    const auto& words = seat == 0 ? a : b;
    const std::size_t next = played[seat]++;
    next < words.size() ? move(*game, words[next]) : skip(*game);
  }
  EXPECT_EQ(played[0], a.size());
  return game;
}

// Walls 6.1, 6.3, 8.5, 8.6: the ninth brick of 3 x 3 squares ends the game, 7 bricks against 2.
TEST(Walls, EndsWhenEverySquareHasABrick) {
  const auto game = filled_board();
  EXPECT_THAT(rows_of(*game), ElementsAre("AAB", "AAB", "AAA"));
  EXPECT_FALSE(player(*game, 0)["stalled"].get<bool>());
  EXPECT_EQ(game->view(Observer::everybody())["mover"], Json());
  EXPECT_THAT(game->scores(), ElementsAre(2, 0));
  EXPECT_EQ(game->outcome(), events_of(R"({"bricks":[7,2],"points":[2,0],"moves":30})"));
}

// Walls 5.3, 6.2, 6.4, 6.5: nine turns each without an answer end the game; both have no brick.
TEST(Walls, EndsWhenBothAreStalled) {
  const auto game = walls();
  int moves = 0;
  for (; !game->to_move().empty(); ++moves) {
    skip(*game);
  }
  EXPECT_EQ(moves, 18);
  EXPECT_THAT(game->scores(), ElementsAre(1, 1));
  EXPECT_EQ(game->outcome(), events_of(R"({"bricks":[0,0],"points":[1,1],"moves":18})"));
}

// Walls 5.4, 6.3: seat 0 forfeits, seat 1 lays one brick and forfeits.
TEST(Walls, MoreBricksWinForEitherSeat) {
  const auto game = walls();
  forfeit(*game);
  move(*game, "forward");
  forfeit(*game);
  EXPECT_TRUE(game->to_move().empty());
  EXPECT_THAT(game->scores(), ElementsAre(0, 2));
}

// Walls 6.6: the scores follow the bricks: none, one of seat 0, one of each.
TEST(Walls, ScoresBeforeTheEndAreThePointsOfNow) {
  const auto game = walls();
  EXPECT_THAT(game->scores(), ElementsAre(1, 1));
  move(*game, "forward");
  EXPECT_THAT(game->scores(), ElementsAre(2, 0));
  move(*game, "forward");
  EXPECT_THAT(game->scores(), ElementsAre(1, 1));
}

// Walls 6.7: 9 (n^2 + 2) moves. game_suite_test.cpp plays within this bound.
TEST(Walls, BoundsTheNumberOfMoves) {
  EXPECT_EQ(walls(R"({"n":3})")->max_turns(), 99U);
  EXPECT_EQ(walls()->max_turns(), 243U);
}

// Walls 7.3: games of two seeds agree.
TEST(Walls, TheSeedDecidesNothing) { expect_no_effect_of_the_seed("walls", "{}", {.missing = 20}); }

// Walls 4.1, 4.2, 7.2: seat 0 begins, or the seat that the option names; the players keep their places.
TEST(Walls, FirstNamesTheSeatThatBegins) {
  EXPECT_EQ(walls()->to_move(), std::vector<Seat>{0});
  const auto game = walls(R"({"first":1})");
  EXPECT_EQ(game->to_move(), std::vector<Seat>{1});
  EXPECT_EQ(player(*game, 1)["face"], "E");
  move(*game, "left");
  EXPECT_EQ(game->to_move(), std::vector<Seat>{0});
}

// Walls 7.1, 7.2, 8.1: the defaults, and a setup that is the complete options.
TEST(Walls, SetupIsTheOptions) {
  EXPECT_EQ(walls()->options().dump(), R"({"first":0,"n":5})");
  EXPECT_EQ(walls()->setup(), walls()->options());
  EXPECT_EQ(walls(R"({"n":7,"first":1})")->setup().dump(), R"({"first":1,"n":7})");
}

// Walls 1.2, 5.1: two seats, and a second a move.
TEST(Walls, HasTheHandoutsSeatsAndClock) {
  EXPECT_EQ(walls()->seats(), 2U);
  EXPECT_EQ(find_game("walls")->clock, R"({"kind":"per_move","ms":1000})");
}

/// Letters in all rows.
std::ptrdiff_t count(const std::vector<std::string>& rows, char letter) {
  std::ptrdiff_t sum = 0;
  for (const auto& row : rows) {
    sum += std::ranges::count(row, letter);
  }
  return sum;
}

// Walls 2.7, 3.2, 3.4: bricks stay, one a square, and players never share a square.
TEST(Walls, BricksAndUnmarkedSquaresMakeUpTheBoardAtEveryTurn) {
  for (const int n : {3, 5, 9}) {
    const auto game = start("walls", Json::object({{"n", n}}).dump());
    Rng rng(static_cast<std::uint64_t>(n));
    std::ptrdiff_t laid = 0;
    while (!game->to_move().empty()) {
      laid += turn(*game, draw_turn(*game, rng, {.missing = 10, .forfeited = 0}))["laid"].is_null() ? 0 : 1;
      const auto rows = rows_of(*game);
      ASSERT_EQ(count(rows, 'A'), player(*game, 0)["bricks"]);
      ASSERT_EQ(count(rows, 'B'), player(*game, 1)["bricks"]);
      ASSERT_EQ(count(rows, 'A') + count(rows, 'B'), laid);
      ASSERT_EQ(laid + count(rows, '.'), n * n);
      ASSERT_NE(player(*game, 0)["at"], player(*game, 1)["at"]);
    }
  }
}

}  // namespace
}  // namespace engines
