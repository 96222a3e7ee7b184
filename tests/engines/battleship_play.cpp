#include "tests/engines/battleship_play.h"

namespace engines {

const Json kFleet = fleet({ship(0, 0, 2, true), ship(4, 4, 1, true)});
const Json kOtherFleet = fleet({ship(1, 2, 2, false), ship(4, 0, 1, false)});

std::unique_ptr<Game> battleship_game(std::string_view options, const Seed& seed) {
  return start("battleship", options, seed);
}

Json ship(int row, int col, int length, bool across) {
  return Json::object({{"at", Json::array({row, col})}, {"length", length}, {"across", across}});
}

Json fleet(const std::vector<Json>& ships) { return Json::object({{"ships", ships}}); }

std::unique_ptr<Game> placed() {
  auto game = battleship_game(kSmall);
  turn(*game, {{.move = kFleet}, {.move = kOtherFleet}});
  return game;
}

std::vector<std::string> board(const Game& game, Observer observer, Seat seat) {
  return game.view(observer)["boards"][seat].get<std::vector<std::string>>();
}

}  // namespace engines
