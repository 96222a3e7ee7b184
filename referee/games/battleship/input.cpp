#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "engines/battleship/fleet.h"
#include "protocol/require.h"
#include "referee/base/text.h"
#include "referee/games/battleship/layout.h"
#include "referee/games/battleship/parts.h"

namespace referee::play {
namespace {

using engines::battleship::Cell;
using engines::battleship::Fleet;
using engines::battleship::FreeCells;
using engines::battleship::Options;
using engines::battleship::Ship;

Options options_of(const Json& setup) {
  fields::Object in(setup, "setup");
  return Options::read(in);
}

bool is_placing(const Json& view) { return view.at("phase") == "place"; }

std::string text_of(Cell cell) {
  return "[" + std::to_string(cell.row) + "," + std::to_string(cell.col) + "]";
}

Json json_of(const Fleet& fleet) {
  Json ships = Json::array();
  for (const Ship& ship : fleet) {
    ships.push_back(
        {{"at", Json::array({ship.at.row, ship.at.col})}, {"across", ship.across}, {"length", ship.length}});
  }
  return Json::object({{"ships", std::move(ships)}});
}

/// The cursor carries the next ship over the player's own board until all are placed, and then goes over the
/// opponent's board.
class BattleshipInput : public InputController {
 public:
  explicit BattleshipInput(const InputSetup& setup)
      : options_(options_of(setup.setup)),
        layout_{options_.size},
        seat_(setup.seat),
        other_(setup.players.at(1 - setup.seat)) {
    std::ranges::sort(options_.ships, std::greater<>());
  }

  void ask(const Json& view) override {
    said_.clear();
    if (!is_placing(view)) {
      if (shot_) {
        said_.push_back("You shot at " + text_of(*shot_) + ": " + effect(1 - seat_, *shot_, view));
      }
      tell_opponents_shot(view);
    }
    shot_.reset();
    view_ = view;
  }

  std::optional<Json> press(const screen::KeyPress& key) override {
    refusal_.clear();
    const bool acts = key.key == screen::Key::enter || key == screen::KeyPress{screen::Key::letter, ' '};
    if (const auto way = direction_of(key, "")) {
      move_cursor(*way);
    } else if (acts) {
      return is_placing(view_) ? place() : shoot();
    } else if (is_placing(view_)) {
      press_to_place(key);
    }
    return std::nullopt;
  }

  std::vector<std::string> notes() const override {
    std::vector<std::string> notes = said_;
    if (is_placing(view_) && fleet_.size() < options_.ships.size()) {
      notes.push_back("Ship " + std::to_string(fleet_.size() + 1) + " of " +
                      std::to_string(options_.ships.size()) + ": " + counted(next_ship().length, "cell"));
    }
    if (!refusal_.empty()) {
      notes.push_back(refusal_);
    }
    return notes;
  }

  void mark(screen::Canvas& board) const override {
    if (!is_placing(view_)) {
      mark_of(cursor_, 1 - seat_, board).reversed = true;
      return;
    }
    for (const Ship& ship : fleet_) {
      draw(ship, false, board);
    }
    if (fleet_.size() < options_.ships.size()) {
      draw(next_ship(), true, board);
    }
  }

  Place focus() const override {
    const std::size_t board = is_placing(view_) ? seat_ : 1 - seat_;
    return {layout_.row_of(cursor_.row), layout_.cell_of(board, cursor_.col)};
  }

  std::string ending(const Json& outcome) const override {
    const Json& hits = outcome.at("hits");
    const std::string how = ", " + hits.at(seat_).dump() + " hits to " + hits.at(1 - seat_).dump() + ".";
    if (outcome.at("winner").is_null()) {
      return "A draw" + how;
    }
    return (outcome.at("winner") == seat_ ? "You have won" : "You have lost") + how;
  }

  std::string keys() const override { return "arrows: move   enter: place or shoot   R: turn"; }
  std::vector<KeyHelp> all_keys() const override {
    return {{"arrows", "move the ship, or the cell to shoot at"},
            {"R", "turn the ship: across or down"},
            {"enter, space", "place the ship; shoot at the cell"},
            {"backspace", "take back the ship that was placed last"}};
  }

 private:
  // ---- placing ----

  /// REQUIRES: ships are left.
  Ship next_ship() const {
    REQUIRE(fleet_.size() < options_.ships.size());
    return {.at = cursor_, .length = options_.ships.at(fleet_.size()), .across = across_};
  }

  void press_to_place(const screen::KeyPress& key) {
    if (key.key == screen::Key::backspace && !fleet_.empty()) {
      fleet_.pop_back();
    } else if (key == screen::KeyPress{screen::Key::letter, 'r'} ||
               key == screen::KeyPress{screen::Key::letter, 'R'}) {
      across_ = !across_;
    }
    keep_on_board();
  }

  std::optional<Json> place() {
    FreeCells free(options_);
    for (const Ship& ship : fleet_) {
      free.take(ship);
    }
    if (!free.hold(next_ship())) {
      refusal_ = options_.touching ? "There is a ship already." : "A ship is there, or next to it.";
      return std::nullopt;
    }
    fleet_.push_back(next_ship());
    if (fleet_.size() == options_.ships.size()) {
      return json_of(fleet_);
    }
    keep_on_board();
    return std::nullopt;
  }

  // ---- shooting ----

  std::optional<Json> shoot() {
    if (mark_in(view_, 1 - seat_, cursor_) != '.') {
      refusal_ = "You have already shot there.";
      return std::nullopt;
    }
    shot_ = cursor_;
    return Json::array({cursor_.row, cursor_.col});
  }

  void tell_opponents_shot(const Json& view) {
    const auto cell = shot_between(view_, view);
    const bool had_a_turn = !is_placing(view_) || seat_ == 1;  // seat 0 shoots first
    if (cell) {
      said_.push_back(other_ + " shot at " + text_of(*cell) + ": " + effect(seat_, *cell, view));
    } else if (had_a_turn) {
      said_.push_back(other_ + " did not shoot.");
    }
  }

  /// The cell of the player's own board at which the opponent has shot between two positions.
  std::optional<Cell> shot_between(const Json& before, const Json& after) const {
    const auto is_shot = [](char mark) { return mark == 'o' || mark == 'x' || mark == '#'; };
    for (int row = 0; row < options_.size; ++row) {
      for (int col = 0; col < options_.size; ++col) {
        const Cell cell{.row = row, .col = col};
        if (is_shot(mark_in(after, seat_, cell)) && !is_shot(mark_in(before, seat_, cell))) {
          return cell;
        }
      }
    }
    return std::nullopt;
  }

  static char mark_in(const Json& view, std::size_t seat, Cell cell) {
    const Json& row = view.at("boards").at(seat).at(static_cast<std::size_t>(cell.row));
    return row.get_ref<const std::string&>().at(static_cast<std::size_t>(cell.col));
  }

  /// The effect of a shot at a cell of the board of `seat`.
  static std::string effect(std::size_t seat, Cell cell, const Json& view) {
    switch (mark_in(view, seat, cell)) {
      case '#':
        return "sunk.";
      case 'x':
        return "hit.";
      default:
        return "missed.";
    }
  }

  // ---- the cursor ----

  void move_cursor(Direction way) {
    cursor_ = {.row = cursor_.row + rows_of(way), .col = cursor_.col + columns_of(way)};
    keep_on_board();
  }

  /// Keeps the cursor, with the whole ship that it carries, on the board.
  void keep_on_board() {
    const bool with_ship = is_placing(view_) && fleet_.size() < options_.ships.size();
    const int length = with_ship ? next_ship().length : 1;
    cursor_.row = std::clamp(cursor_.row, 0, options_.size - (across_ ? 1 : length));
    cursor_.col = std::clamp(cursor_.col, 0, options_.size - (across_ ? length : 1));
  }

  screen::Mark& mark_of(Cell cell, std::size_t seat, screen::Canvas& board) const {
    return board.at(layout_.row_of(cell.row), layout_.column_of(seat, cell.col));
  }

  void draw(const Ship& ship, bool chosen, screen::Canvas& board) const {
    for (int i = 0; i < ship.length; ++i) {
      const Cell cell{.row = ship.at.row + (ship.across ? 0 : i), .col = ship.at.col + (ship.across ? i : 0)};
      mark_of(cell, seat_, board) = {U'S', screen::seat_ink(seat_), screen::Rank::thing, chosen};
    }
  }

  Options options_;  // ships: longest first
  BattleshipLayout layout_;
  std::size_t seat_;
  std::string other_;
  Json view_;  // of the newest ask()
  Fleet fleet_;
  Cell cursor_;
  bool across_ = true;
  std::optional<Cell> shot_;  // the person's shot after view_
  std::vector<std::string> said_;
  std::string refusal_;
};

}  // namespace

std::unique_ptr<InputController> battleship_input(const InputSetup& setup) {
  return std::make_unique<BattleshipInput>(setup);
}

}  // namespace referee::play
