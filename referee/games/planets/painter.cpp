#include <nlohmann/json.hpp>

#include "referee/games/game_pictures.h"
#include "referee/screen/canvas.h"

namespace referee::screen {
namespace {

using Json = nlohmann::json;

/// The mark of a nebula: its value; values from 10 on have no digit.
char32_t digit_of(std::int64_t value) { return value < 10 ? U'0' + static_cast<char32_t>(value) : U'+'; }

Canvas ground_of(const Json& grid) {
  Canvas ground(static_cast<int>(grid.size()), static_cast<int>(grid.at(0).size()));
  for (int row = 0; row < ground.rows(); ++row) {
    for (int column = 0; column < ground.columns(); ++column) {
      const Json& cell = grid[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
      Mark& mark = ground.at(row, column);
      if (cell.is_null()) {
        mark = {kSolid, Ink::wall, Rank::trace};
      } else if (cell == 0) {
        mark = {kGround, Ink::faint, Rank::ground};
      } else {
        mark = {digit_of(cell.get<std::int64_t>()), Ink::hazard, Rank::trace};
      }
    }
  }
  return ground;
}

class PlanetsPainter : public Painter {
 public:
  explicit PlanetsPainter(const Json& setup)
      : ground_(std::make_shared<const Canvas>(ground_of(setup.at("grid")))) {}
  std::unique_ptr<Painter> clone() const override { return std::make_unique<PlanetsPainter>(*this); }
  void see(const Json& view) override { view_ = view; }

  Picture picture() const override {
    Picture picture{*ground_};
    for (const Json& scrap : view_.at("scraps")) {
      at(picture.board, scrap.at("location")) = {U'*', Ink::treasure, Rank::thing};
    }
    at(picture.board, view_.at("ship").at("location")) = {U'@', Ink::self, Rank::actor};
    for (const Json& ghost : view_.at("ghosts")) {
      Mark& mark = at(picture.board, ghost.at("location"));
      const bool caught = mark.glyph == U'@' || mark.glyph == U'X';
      mark = {caught ? U'X' : letter_of(ghost), Ink::foe, Rank::actor};
    }
    picture.notes = notes();
    return picture;
  }

  std::vector<std::string> legend() const override {
    return {"@ ship   * scrap   \u2588 asteroid   1-9 nebula and its value, + a larger one",
            "B T ghosts: back and forth, toward the player; b t: those that fly through asteroids",
            "X a ghost on the ship"};
  }

 private:
  static Mark& at(Canvas& board, const Json& location) {
    return board.at(location.at(0).get<int>(), location.at(1).get<int>());
  }

  static char32_t letter_of(const Json& ghost) {
    const bool through = ghost.at("transparency") == 2;
    return ghost.at("type") == "towardplayer" ? (through ? U't' : U'T') : (through ? U'b' : U'B');
  }

  std::vector<std::string> notes() const {
    const Json& ship = view_.at("ship");
    std::int64_t value = 0;
    for (const Json& scrap : view_.at("scraps")) {
      value += scrap.at("value").get<std::int64_t>();
    }
    std::string first = "score " + ship.at("score").dump() + ", scraps left " +
                        std::to_string(view_.at("scraps").size()) + " (worth " + std::to_string(value) + ")";
    std::string second = "turns left " + view_.at("remaining_turns").dump();
    if (ship.at("held") != 0) {
      second += ", held for " + ship.at("held").dump();
    }
    return {std::move(first), std::move(second)};
  }

  std::shared_ptr<const Canvas> ground_;  // copies of the painter share it
  Json view_;
};

std::unique_ptr<Painter> planets_painter(const Json& setup) {
  return std::make_unique<PlanetsPainter>(setup);
}

}  // namespace

}  // namespace referee::screen

namespace referee {

GamePicture planets_picture() { return {.painter = screen::planets_painter}; }

}  // namespace referee
