#include <nlohmann/json.hpp>

#include "referee/games/game_pictures.h"

namespace referee::screen {
namespace {

using Json = nlohmann::json;

/// Draws the board in the handout's text form.
class SuperballPainter : public Painter {
 public:
  explicit SuperballPainter(const Json& setup)
      : rows_(setup.at("rows").get<int>()),
        columns_(setup.at("cols").get<int>()),
        colours_(setup.at("colors").get<std::string>()) {}
  std::unique_ptr<Painter> clone() const override { return std::make_unique<SuperballPainter>(*this); }
  void see(const Json& view) override { view_ = view; }

  Picture picture() const override {
    Picture picture{.board = Canvas(rows_, columns_),
                    .row_names = numbers_from_0(rows_),
                    .column_names = numbers_from_0(columns_)};
    for (int row = 0; row < rows_; ++row) {
      const auto& text = view_.at("board").at(static_cast<std::size_t>(row)).get_ref<const std::string&>();
      for (int column = 0; column < columns_; ++column) {
        picture.board.at(row, column) = mark_of(text.at(static_cast<std::size_t>(column)));
      }
    }
    picture.notes = {"score " + view_.at("score").dump() + ", empty cells " + view_.at("empty").dump()};
    return picture;
  }

  std::vector<std::string> legend() const override {
    std::string values;
    for (std::size_t i = 0; i < colours_.size(); ++i) {
      values += std::string(i == 0 ? "" : "   ") + colours_[i] + " " + std::to_string(i + 2);
    }
    return {"pieces and what each is worth: " + values,
            ". empty cell   * empty goal cell   a capital letter: a piece on a goal cell"};
  }

 private:
  Mark mark_of(char character) const {
    const char32_t glyph = static_cast<unsigned char>(character);
    if (character == '.') {
      return {glyph, Ink::faint, Rank::ground};
    }
    if (character == '*') {
      return {glyph, Ink::goal, Rank::ground};
    }
    const bool on_goal = character >= 'A' && character <= 'Z';
    const char colour = on_goal ? static_cast<char>(character - 'A' + 'a') : character;
    return {glyph, seat_ink(colours_.find(colour)), on_goal ? Rank::actor : Rank::thing};
  }

  int rows_;
  int columns_;
  std::string colours_;
  Json view_;
};

std::unique_ptr<Painter> superball_painter(const Json& setup) {
  return std::make_unique<SuperballPainter>(setup);
}

}  // namespace

}  // namespace referee::screen

namespace referee {

GamePicture superball_picture() { return {.painter = screen::superball_painter}; }

}  // namespace referee
