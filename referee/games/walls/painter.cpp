#include <nlohmann/json.hpp>

#include "referee/games/game_pictures.h"
#include "referee/screen/canvas.h"

namespace referee::screen {
namespace {

using Json = nlohmann::json;

char32_t arrow_of(const std::string& face) {
  switch (face.at(0)) {
    case 'N':
      return kUp;
    case 'E':
      return kRight;
    case 'S':
      return kDown;
    default:
      return kLeft;
  }
}

/// A square is two columns wide: a player's letter and the way it faces.
class WallsPainter : public Painter {
 public:
  explicit WallsPainter(const Json& setup) : n_(setup.at("n").get<int>()) {}
  std::unique_ptr<Painter> clone() const override { return std::make_unique<WallsPainter>(*this); }
  void see(const Json& view) override { view_ = view; }

  Picture picture() const override {
    Picture picture{Canvas(n_, 2 * n_), 2};
    for (int row = 0; row < n_; ++row) {
      const auto& text = view_.at("board").at(static_cast<std::size_t>(row)).get_ref<const std::string&>();
      for (int column = 0; column < n_; ++column) {
        picture.board.at(row, 2 * column) = square_of(text.at(static_cast<std::size_t>(column)));
      }
    }
    for (std::size_t seat = 0; seat < 2; ++seat) {
      const Json& player = view_.at("players").at(seat);
      const int row = player.at("at").at(0).get<int>();
      const int column = 2 * player.at("at").at(1).get<int>();
      const Ink ink = seat_ink(seat);
      picture.board.at(row, column) = {U'A' + static_cast<char32_t>(seat), ink, Rank::actor};
      picture.board.at(row, column + 1) = {arrow_of(player.at("face").get<std::string>()), ink, Rank::actor};
      picture.notes.push_back(note(seat, player));
    }
    return picture;
  }

  std::vector<std::string> legend() const override {
    return {"A B players, beside them the way they face   a b their bricks   \u00b7 unmarked square"};
  }

 private:
  /// What is on a square of the view's board: nothing or a brick.
  static Mark square_of(char character) {
    if (character == '.') {
      return {kGround, Ink::faint, Rank::ground};
    }
    const auto seat = static_cast<std::size_t>(character - 'A');
    return {U'a' + static_cast<char32_t>(seat), seat_ink(seat), Rank::trace};
  }

  std::string note(std::size_t seat, const Json& player) const {
    std::string text(1, static_cast<char>('A' + seat));
    text += ": bricks " + player.at("bricks").dump();
    if (player.at("stalled") == true) {
      return text + ", stalled";
    }
    text += ", idle " + player.at("idle").dump();
    return view_.at("mover") == seat ? text + ", to move" : text;
  }

  int n_;
  Json view_;
};

std::unique_ptr<Painter> walls_painter(const Json& setup) { return std::make_unique<WallsPainter>(setup); }

}  // namespace

}  // namespace referee::screen

namespace referee {

GamePicture walls_picture() { return {.painter = screen::walls_painter}; }

}  // namespace referee
