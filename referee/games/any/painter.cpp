#include <algorithm>
#include <set>
#include <variant>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "referee/games/any/board_canvas.h"
#include "referee/games/any/board_picture.h"
#include "referee/games/any/readable_json.h"
#include "referee/games/game_pictures.h"

namespace referee::screen {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kTextLines = 40;
constexpr std::size_t kTextColumns = 100;

/// Draws the picture that the rules have put into a view, else the view as text.
class AnyPainter : public Painter {
 public:
  std::unique_ptr<Painter> clone() const override { return std::make_unique<AnyPainter>(*this); }

  void see(const Json& view) override {
    picture_ = {};
    if (!view.is_object() || !view.contains("picture")) {
      picture_.notes = readable_lines(view, kTextLines, kTextColumns);
      return;
    }
    const auto read = BoardPicture::read(view.at("picture"), "view.picture");
    if (const auto* error = std::get_if<fields::Error>(&read)) {
      picture_.notes = readable_lines(view, kTextLines, kTextColumns);
      picture_.notes.insert(picture_.notes.begin(), "The picture cannot be drawn: " + error->text());
    } else {
      draw(std::get<BoardPicture>(read));
    }
  }

  Picture picture() const override { return picture_; }
  std::vector<std::string> legend() const override { return {known_.begin(), known_.end()}; }

 private:
  void draw(const BoardPicture& told) {
    BoardCanvas board = board_canvas(told);
    picture_.board = std::move(board.canvas);
    picture_.columns_per_cell = board.columns_per_cell;
    picture_.row_names = told.row_names;
    picture_.column_names = told.column_names;
    picture_.ground = std::move(board.ground);
    picture_.forms = std::move(board.forms);
    if (!told.caption.empty()) {
      picture_.notes.push_back(told.caption);
    }
    const std::vector<std::string> lines = legend_lines(told);
    known_.insert(lines.begin(), lines.end());
  }

  Picture picture_;
  std::set<std::string> known_;  // lines of the legends that were seen
};

std::unique_ptr<Painter> any_painter(const Json& /*setup*/) { return std::make_unique<AnyPainter>(); }

}  // namespace

}  // namespace referee::screen

namespace referee {

GamePicture any_picture() { return {.painter = screen::any_painter}; }

}  // namespace referee
