#include "tests/engines/planets_board.h"

#include <algorithm>

#include "engines/registry.h"
#include "tests/engines/play.h"

namespace engines {
namespace {

Json cell_of(char letter) {
  if (letter == '#') {
    return Json();
  }
  return letter >= '0' && letter <= '9' ? letter - '0' : 0;
}

}  // namespace

Json planets_map(const std::vector<std::string>& rows, const std::vector<Json>& ghosts, int turns) {
  Json map = Json::object({{"name", "drawn"}, {"turns", turns}, {"ghosts", ghosts}});
  for (std::size_t row = 0; row < rows.size(); ++row) {
    Json cells = Json::array();
    for (std::size_t col = 0; col < rows[row].size(); ++col) {
      const char letter = rows[row][col];
      cells.push_back(cell_of(letter));
      if (letter == 'S') {
        map["ship"] = Json::array({row, col});
      } else if (letter >= 'a' && letter <= 'z') {
        map["scraps"].push_back(
            Json::object({{"location", Json::array({row, col})}, {"value", 10 * (letter - 'a' + 1)}}));
      }
    }
    map["grid"].push_back(std::move(cells));
  }
  return map;
}

Json backandforth(int row, int col, std::string_view heading, int transparency) {
  return Json::object({{"location", Json::array({row, col})},
                       {"type", "backandforth"},
                       {"heading", heading},
                       {"transparency", transparency}});
}

Json towardplayer(int row, int col, int transparency) {
  return Json::object(
      {{"location", Json::array({row, col})}, {"type", "towardplayer"}, {"transparency", transparency}});
}

std::unique_ptr<Game> start_planets(const Json& map) {
  return find_game("planets")->make(Json::object({{"map", map}}), Seed{});
}

Json fly(Game& game, std::string_view letters) {
  Json events;
  for (const char letter : letters) {
    events = turn(game, {Said{.move = std::string(1, letter)}});
  }
  return events;
}

Json ship_cell(const Game& game) { return game.view(Observer::everybody()).at("ship").at("location"); }

Json ghost_cell(const Game& game, std::size_t ghost) {
  return game.view(Observer::everybody()).at("ghosts").at(ghost).at("location");
}

Json ghost_path(Game& game, std::string_view letters, std::size_t ghost) {
  Json path = Json::array();
  for (const char letter : letters) {
    fly(game, std::string(1, letter));
    path.push_back(ghost_cell(game, ghost));
  }
  return path;
}

}  // namespace engines
