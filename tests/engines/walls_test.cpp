#include "engines/walls/walls.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "engines/registry.h"
#include "tests/engines/play.h"

// Every test quotes the sentence of the rules (engines/walls/README.md) that it is about.
namespace engines {
namespace {

using testing::ElementsAre;

std::unique_ptr<Game> walls(std::string_view options = "{}") { return start("walls", options); }

/// The seat to move says `word`.
Json move(Game& game, const std::string& word) {
  std::vector<Said> by_seat(2);
  by_seat.at(game.to_move().at(0)).move = word;
  return turn(game, by_seat);
}

Json skip(Game& game) { return turn(game, {silent(), silent()}); }

Json forfeit(Game& game) { return turn(game, {forfeits(), forfeits()}); }

Json player(const Game& game, Seat seat) { return game.view()["players"][seat]; }

/// `seat` plays `words`, the other seat, while it is asked at all, gives no answer.
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

// "N x N board, N odd and > 1, c = (N-1)/2. Player A (seat 0) at (c, c-1) facing west, B (seat 1) at (c, c+1)
// facing east."
TEST(Walls, StartsBesideTheCentreFacingOutwards) {
  EXPECT_EQ(walls()->view(),
            events_of(R"({"board":[".....",".....",".....",".....","....."],"mover":0,"players":[
    {"at":[2,1],"face":"W","bricks":0,"idle":0,"stalled":false},
    {"at":[2,3],"face":"E","bricks":0,"idle":0,"stalled":false}]})"));
  const auto large = walls(R"({"n":99})");
  EXPECT_EQ(player(*large, 0)["at"], Json::array({49, 48}));
  EXPECT_EQ(player(*large, 1)["at"], Json::array({49, 50}));
}

// "Moves "forward" "left" "right" (turns are 90 degrees)."
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

TEST(Walls, RefusesOtherWordsWithTheOnesThatItKnows) {
  const auto game = walls();
  EXPECT_EQ(refusal_of(*game, 0, "foward"), R"(expected one of "forward", "left", "right", got "foward")");
  EXPECT_EQ(refusal_of(*game, 0, Json::array({"left"})),
            R"(expected one of "forward", "left", "right", got ["left"])");
  for (const char* word : {"Forward", "LEFT", " left", "left ", ""}) {
    refusal_of(*game, 0, word);
  }
}

// "Forward enters an unmarked square ..." "Leaving an unmarked square lays an own brick there."
TEST(Walls, LaysABrickOnLeavingAnUnmarkedSquare) {
  const auto game = walls();
  EXPECT_EQ(move(*game, "forward"), events_of(R"({"laid":[2,1],"blocked":false})"));
  EXPECT_EQ(move(*game, "forward"), events_of(R"({"laid":[2,3],"blocked":false})"));
  EXPECT_THAT(rows_of(*game), ElementsAre(".....", ".....", ".A.B.", ".....", "....."));
  EXPECT_EQ(player(*game, 0)["at"], Json::array({2, 0}));
  EXPECT_EQ(player(*game, 1)["at"], Json::array({2, 4}));
}

// "Forward enters ... or one with an own brick"; leaving that one lays nothing.
TEST(Walls, WalksOverOwnBricksWithoutLaying) {
  const auto game = walls();
  alone(*game, 0, {"forward", "left", "left"});
  EXPECT_EQ(alone(*game, 0, {"forward"}), events_of(R"({"laid":[2,0],"blocked":false})"));
  EXPECT_EQ(player(*game, 0)["at"], Json::array({2, 1}));
  EXPECT_EQ(alone(*game, 0, {"forward"}), events_of(R"({"laid":null,"blocked":false})"));
  EXPECT_EQ(player(*game, 0)["bricks"], 2);
}

// "not off the board ...: then nothing changes."
TEST(Walls, CannotLeaveTheBoard) {
  const auto game = walls();
  alone(*game, 0, {"forward"});
  EXPECT_EQ(alone(*game, 0, {"forward"}), events_of(R"({"laid":null,"blocked":true})"));
  EXPECT_EQ(player(*game, 0)["at"], Json::array({2, 0}));
  EXPECT_THAT(rows_of(*game), ElementsAre(".....", ".....", ".A...", ".....", "....."));
}

// "not ... an opponent's brick ...: then nothing changes."
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

// "not ... the opponent's square: then nothing changes."
TEST(Walls, CannotEnterTheOpponentsSquare) {
  const auto game = walls(R"({"n":3})");
  EXPECT_EQ(alone(*game, 0, {"left", "left", "forward"}), events_of(R"({"laid":[1,0],"blocked":false})"));
  EXPECT_EQ(alone(*game, 0, {"forward"}),
            events_of(R"({"laid":null,"blocked":true})"));  // B stands there, no brick
  EXPECT_EQ(player(*game, 0)["at"], Json::array({1, 1}));
}

// "Every answer counts as one move; D no answer counts as a move that changes nothing."
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

// "Nine consecutive moves of a player without laying a brick: stalled, for good"
TEST(Walls, StallsAfterNineMovesWithoutABrick) {
  const auto game = walls();
  const std::vector<std::string> eight(8, "left");
  alone(*game, 0, eight);
  EXPECT_FALSE(player(*game, 0)["stalled"].get<bool>());
  alone(*game, 0, {"left"});
  EXPECT_TRUE(player(*game, 0)["stalled"].get<bool>());
  EXPECT_EQ(player(*game, 0)["idle"], 9);
}

TEST(Walls, ABrickOnTheNinthMoveStartsTheCountAgain) {
  const auto game = walls();
  const std::vector<std::string> eight(8, "left");
  alone(*game, 0, eight);
  alone(*game, 0, {"forward"});
  EXPECT_EQ(player(*game, 0)["idle"], 0);
  EXPECT_FALSE(player(*game, 0)["stalled"].get<bool>());
}

// "it is skipped and its square stays occupied."
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

// "Forfeited = stalled (that turn counts in `moves` and `idle`)."
TEST(Walls, ForfeitStallsAtOnce) {
  const auto game = walls();
  EXPECT_EQ(forfeit(*game), events_of(R"({"laid":null,"blocked":false})"));
  EXPECT_TRUE(player(*game, 0)["stalled"].get<bool>());
  EXPECT_EQ(player(*game, 0)["idle"], 1);
  EXPECT_EQ(game->outcome()["moves"], 1);
}

/// Seat 0 covers seven squares of the 3 x 3 board, seat 1 two and then idles.
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

// "Over when every square has a brick ..." "More bricks: 2 points, other 0"
TEST(Walls, EndsWhenEverySquareHasABrick) {
  const auto game = filled_board();
  EXPECT_THAT(rows_of(*game), ElementsAre("AAB", "AAB", "AAA"));
  EXPECT_FALSE(player(*game, 0)["stalled"].get<bool>());
  EXPECT_EQ(game->view()["mover"], Json());
  EXPECT_THAT(game->scores(), ElementsAre(2, 0));
  EXPECT_EQ(game->outcome(), events_of(R"({"bricks":[7,2],"points":[2,0],"moves":30})"));
}

// "Over when ... both are stalled." "equal: 1 each. Scores = these points."
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

// "More bricks: 2 points, other 0"
TEST(Walls, MoreBricksWinForEitherSeat) {
  const auto game = walls();
  forfeit(*game);
  move(*game, "forward");
  forfeit(*game);
  EXPECT_TRUE(game->to_move().empty());
  EXPECT_THAT(game->scores(), ElementsAre(0, 2));
}

// "`first` (option, default 0) is the seat that moves first."
TEST(Walls, FirstNamesTheSeatThatBegins) {
  EXPECT_EQ(walls()->to_move(), std::vector<Seat>{0});
  const auto game = walls(R"({"first":1})");
  EXPECT_EQ(game->to_move(), std::vector<Seat>{1});
  EXPECT_EQ(player(*game, 1)["face"], "E");  // seats keep their places
  move(*game, "left");
  EXPECT_EQ(game->to_move(), std::vector<Seat>{0});
}

// "Options {"n":5,"first":0}. Setup the same."
TEST(Walls, SetupIsTheOptions) {
  EXPECT_EQ(walls()->options().dump(), R"({"first":0,"n":5})");
  EXPECT_EQ(walls()->setup(), walls()->options());
  EXPECT_EQ(walls(R"({"n":7,"first":1})")->setup().dump(), R"({"first":1,"n":7})");
}

// "two seats in turn, 1 s a move"
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
