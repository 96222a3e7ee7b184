#include <nlohmann/json.hpp>

#include "referee/games/game_pictures.h"

namespace referee::screen {
namespace {

using Json = nlohmann::json;

/// A character of the maze, as the handout writes it.
Mark mark_of(char character) {
  const char32_t glyph = static_cast<unsigned char>(character);
  switch (character) {
    case '#':
      return {glyph, Ink::wall, Rank::trace};
    case '!':
      return {glyph, Ink::hazard, Rank::thing};
    case '_':
      return {glyph, Ink::goal, Rank::thing};
    case '$':
    case 'T':
      return {glyph, Ink::treasure, Rank::thing};
    default:
      return {glyph, Ink::faint, Rank::ground};
  }
}

class SnakePainter : public Painter {
 public:
  explicit SnakePainter(const Json& setup)
      : rows_(setup.at("rows").get<int>()), columns_(setup.at("cols").get<int>()) {}
  std::unique_ptr<Painter> clone() const override { return std::make_unique<SnakePainter>(*this); }
  void see(const Json& view) override { view_ = view; }

  Picture picture() const override {
    Picture picture{Canvas(rows_, columns_)};
    for (int row = 0; row < rows_; ++row) {
      const auto& text = view_.at("maze").at(static_cast<std::size_t>(row)).get_ref<const std::string&>();
      for (int column = 0; column < columns_; ++column) {
        picture.board.at(row, column) = mark_of(text.at(static_cast<std::size_t>(column)));
      }
    }
    for (const Json& segment : view_.at("body")) {
      at(picture.board, segment) = {U'o', Ink::self, Rank::thing};
    }
    at(picture.board, view_.at("head")) = {U'@', Ink::self, Rank::actor};
    picture.notes = {"points " + view_.at("points").dump() + ", steps " + view_.at("steps").dump() +
                     ", coins " + view_.at("coins").dump() + ", drill good for " + view_.at("drill").dump()};
    return picture;
  }

  std::vector<std::string> legend() const override {
    return {"@ head   o body   # wall   $ coin   ! mishap   T drill   _ exit"};
  }

 private:
  static Mark& at(Canvas& board, const Json& location) {
    return board.at(location.at(0).get<int>(), location.at(1).get<int>());
  }

  int rows_;
  int columns_;
  Json view_;
};

std::unique_ptr<Painter> snake_painter(const Json& setup) { return std::make_unique<SnakePainter>(setup); }

}  // namespace

}  // namespace referee::screen

namespace referee {

GamePicture snake_picture() { return {.painter = screen::snake_painter}; }

}  // namespace referee
