#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "engines/registry.h"
#include "referee/games/game_pictures.h"
#include "referee/screen/canvas.h"

namespace referee::screen {
namespace {

using engines::Observer;
using Json = nlohmann::json;

const Json kSmall = Json::parse(R"({"size":5,"ships":[2,1]})");
const Json kShipsOf0 = Json::parse(R"({"ships":[{"at":[0,0],"across":true,"length":2},
                                                {"at":[4,4],"across":true,"length":1}]})");
const Json kShipsOf1 = Json::parse(R"({"ships":[{"at":[1,2],"across":false,"length":2},
                                                {"at":[4,0],"across":true,"length":1}]})");

/// A match of the two fleets above and of these shots, in turns.
std::unique_ptr<engines::Game> game_after(const std::vector<Json>& shots) {
  auto game = engines::find_game("battleship")->make(kSmall, {});
  const auto move = [&](engines::Seat seat, const Json& json) {
    EXPECT_TRUE(std::holds_alternative<std::string>(game->submit(seat, json)));
    game->settle(seat, engines::Microseconds(0), false);
  };
  move(0, kShipsOf0);
  move(1, kShipsOf1);
  game->step();
  for (const Json& shot : shots) {
    move(game->to_move().at(0), shot);
    game->step();
  }
  return game;
}

std::string text_of(const engines::Game& game, Observer observer) {
  const Picture picture = picture_of("battleship").painter(game.setup())->next(game.view(observer));
  std::string text = plain_text(picture.board, false);
  for (const std::string& note : picture.notes) {
    text += note + "\n";
  }
  return text;
}

TEST(BattleshipPainter, ShowsBothBoardsSideBySide) {
  const auto game = game_after({{1, 2}, {0, 0}, {3, 3}, {4, 4}, {2, 2}});
  EXPECT_EQ(text_of(*game, Observer::everybody()),
            " A 0 1 2 3 4     B 0 1 2 3 4\n"
            " 0 x S . . .     0 . . . . .\n"
            " 1 . . . . .     1 . . # . .\n"
            " 2 . . . . .     2 . . # . .\n"
            " 3 . . . . .     3 . . . o .\n"
            " 4 . . . . #     4 S . . . .\n"
            "A: ships 2, hits 2\n"
            "B: ships 1, hits 2, to move\n");
}

TEST(BattleshipPainter, ShowsASeatItsOwnShipsOnly) {
  const auto game = game_after({{1, 2}});
  EXPECT_EQ(text_of(*game, Observer::seat(1)),
            " A 0 1 2 3 4     B 0 1 2 3 4\n"
            " 0 . . . . .     0 . . . . .\n"
            " 1 . . . . .     1 . . x . .\n"
            " 2 . . . . .     2 . . S . .\n"
            " 3 . . . . .     3 . . . . .\n"
            " 4 . . . . .     4 S . . . .\n"
            "A: ships 2 1, hits 1\n"
            "B: ships 2 1, hits 0, to move\n");
}

TEST(BattleshipPainter, SaysWhenShipsAreToBePlacedAndWhenAllAreSunk) {
  const auto start = engines::find_game("battleship")->make(Json::object(), {});
  const Picture empty =
      picture_of("battleship").painter(start->setup())->next(start->view(Observer::seat(0)));
  EXPECT_EQ(empty.notes, (std::vector<std::string>{"A: to place its ships", "B: to place its ships"}));
  const auto over = game_after({{1, 2}, {3, 0}, {2, 2}, {3, 1}, {4, 0}, {3, 2}});
  const std::string text = text_of(*over, Observer::everybody());
  EXPECT_NE(text.find("A: ships 2 1, hits 3\nB: ships all sunk, hits 0\n"), std::string::npos) << text;
}

TEST(BattleshipPainter, NumbersTheRowsOfALargeBoard) {
  const auto game = engines::find_game("battleship")->make({{"size", 12}}, {});
  const std::string text = text_of(*game, Observer::everybody());
  EXPECT_NE(text.find(" A 0 1 2 3 4 5 6 7 8 9 0 1     B 0"), std::string::npos) << text;
  EXPECT_NE(text.find("\n11 . . . . . . . . . . . .    11 ."), std::string::npos) << text;
}

}  // namespace
}  // namespace referee::screen
