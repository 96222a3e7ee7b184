#include <algorithm>
#include <string>

#include <nlohmann/json.hpp>

#include "referee/games/battleship/layout.h"
#include "referee/games/game_pictures.h"
#include "referee/screen/canvas.h"

namespace referee::screen {
namespace {

using Json = nlohmann::json;

/// Draws the two boards side by side. From a seat's view it draws what that seat may see.
class BattleshipPainter : public Painter {
 public:
  explicit BattleshipPainter(const Json& setup) : layout_{setup.at("size").get<int>()} {}
  std::unique_ptr<Painter> clone() const override { return std::make_unique<BattleshipPainter>(*this); }
  void see(const Json& view) override { view_ = view; }

  Picture picture() const override {
    Picture picture{Canvas(layout_.rows(), layout_.columns()), BattleshipLayout::kColumnsPerCell};
    for (std::size_t seat = 0; seat < 2; ++seat) {
      draw_frame(seat, picture.board);
      for (int row = 0; row < layout_.size; ++row) {
        for (int column = 0; column < layout_.size; ++column) {
          picture.board.at(layout_.row_of(row), layout_.column_of(seat, column)) =
              mark_of(seat, row_of(seat, row).at(static_cast<std::size_t>(column)));
        }
      }
      picture.notes.push_back(note(seat));
    }
    return picture;
  }

  std::vector<std::string> legend() const override {
    return {"A B the boards of the two players   S ship   x hit   # sunk ship   o miss   \u00b7 not shot at"};
  }

 private:
  const std::string& row_of(std::size_t seat, int row) const {
    return view_.at("boards").at(seat).at(static_cast<std::size_t>(row)).get_ref<const std::string&>();
  }

  static Mark mark_of(std::size_t seat, char character) {
    const auto glyph = static_cast<char32_t>(character);
    switch (character) {
      case 'S':
        return {glyph, seat_ink(seat), Rank::thing};
      case 'x':
        return {glyph, Ink::hazard, Rank::actor};
      case '#':
        return {glyph, Ink::foe, Rank::actor};
      case 'o':
        return {glyph, Ink::plain, Rank::trace};
      default:
        return {kGround, Ink::faint, Rank::ground};
    }
  }

  /// The player's letter, and the numbers of rows and columns.
  void draw_frame(std::size_t seat, Canvas& board) const {
    board.at(0, layout_.column_of(seat, -1)) = {U'A' + static_cast<char32_t>(seat), seat_ink(seat),
                                                Rank::actor};
    for (int number = 0; number < layout_.size; ++number) {
      const std::string digits = std::to_string(number);
      board.write(0, layout_.column_of(seat, number), digits.substr(digits.size() - 1));
      const int end = layout_.column_of(seat, -1) + 1;
      board.write(layout_.row_of(number), end - static_cast<int>(digits.size()), digits);
    }
  }

  std::string note(std::size_t seat) const {
    const std::string player = std::string(1, static_cast<char>('A' + seat)) + ": ";
    if (view_.at("phase") == "place") {
      return player + "to place its ships";
    }
    std::string text = player + "ships";
    for (const Json& length : view_.at("afloat").at(seat)) {
      text += " " + length.dump();
    }
    text += view_.at("afloat").at(seat).empty() ? " all sunk" : "";
    text += ", hits " + std::to_string(hits_at(1 - seat));
    return view_.at("mover") == seat ? text + ", to move" : text;
  }

  /// The number of hits on ships of the seat.
  std::ptrdiff_t hits_at(std::size_t seat) const {
    std::ptrdiff_t hits = 0;
    for (int row = 0; row < layout_.size; ++row) {
      hits += std::ranges::count_if(row_of(seat, row), [](char mark) { return mark == 'x' || mark == '#'; });
    }
    return hits;
  }

  BattleshipLayout layout_;
  Json view_;
};

std::unique_ptr<Painter> battleship_painter(const Json& setup) {
  return std::make_unique<BattleshipPainter>(setup);
}

}  // namespace

}  // namespace referee::screen

namespace referee {

GamePicture battleship_picture() { return {.painter = screen::battleship_painter}; }

}  // namespace referee
