#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "engines/superball/board.h"
#include "referee/games/superball/parts.h"

namespace referee::play {
namespace {

using engines::SuperballBoard;

constexpr char kToSmall = 'a' - 'A';

/// The cursor goes over the board. A first cell is chosen and then a second one, which swaps their pieces; or
/// the set at the cursor is scored. What the rules refuse stays here: in a match it would end the game.
class SuperballInput : public InputController {
 public:
  explicit SuperballInput(const Json& setup)
      : board_(setup.at("rows").get<int>(), setup.at("cols").get<int>()),
        colours_(setup.at("colors").get<std::string>()),
        least_(setup.at("min_score_size").get<std::size_t>()),
        cursor_{board_.rows() / 2, board_.cols() / 2} {}

  void ask(const Json& view) override {
    board_ = SuperballBoard(board_.rows(), board_.cols());
    for (int row = 0; row < board_.rows(); ++row) {
      const auto& text = view.at("board").at(static_cast<std::size_t>(row)).get_ref<const std::string&>();
      for (int column = 0; column < board_.cols(); ++column) {
        put(board_.cell(row, column), text.at(static_cast<std::size_t>(column)));
      }
    }
    const int score = view.at("score").get<int>();
    gained_ = score - score_;
    score_ = score;
    chosen_.reset();
  }

  std::optional<Json> press(const screen::KeyPress& key) override {
    refusal_.clear();
    if (const auto way = direction_of(key, "")) {
      cursor_.row = std::clamp(cursor_.row + rows_of(*way), 0, board_.rows() - 1);
      cursor_.column = std::clamp(cursor_.column + columns_of(*way), 0, board_.cols() - 1);
    } else if (key.key == screen::Key::enter || key == screen::KeyPress{screen::Key::letter, ' '}) {
      return choose();
    } else if (key == screen::KeyPress{screen::Key::letter, 's'} ||
               key == screen::KeyPress{screen::Key::letter, 'S'}) {
      return score();
    }
    return std::nullopt;
  }

  std::vector<std::string> notes() const override {
    std::vector<std::string> notes;
    if (gained_ > 0) {
      notes.push_back("You have scored " + std::to_string(gained_) + ".");
    }
    std::string here = "cell " + text_of(cursor_);
    if (!board_.is_empty(cell())) {
      const std::size_t size = board_.set_at(cell()).size();
      here += ": a set of " + std::to_string(size) + (may_score() ? ", which S scores" : "");
    }
    if (chosen_) {
      here += "; enter swaps it with " + text_of(*chosen_);
    }
    notes.push_back(std::move(here));
    if (!refusal_.empty()) {
      notes.push_back(refusal_);
    }
    return notes;
  }

  void mark(screen::Canvas& board) const override {
    board.at(cursor_.row, cursor_.column).reversed = true;
    if (chosen_) {
      board.at(chosen_->row, chosen_->column).reversed = true;
    }
  }

  Place focus() const override { return cursor_; }
  std::string keys() const override { return "arrows: move   enter: choose, swap   S: score"; }
  std::vector<KeyHelp> all_keys() const override {
    return {{"arrows", "move the cursor"},
            {"enter, space", "choose a piece; swap it with the one that was chosen"},
            {"S", "score the set at the cursor, which has to be on a goal cell"}};
  }

 private:
  static std::string text_of(const Place& place) {
    return std::to_string(place.row) + " " + std::to_string(place.column);
  }

  SuperballBoard::Cell cell() const { return board_.cell(cursor_.row, cursor_.column); }
  bool may_score() const {
    return board_.is_goal(cell()) && !board_.is_empty(cell()) && board_.set_at(cell()).size() >= least_;
  }

  void put(SuperballBoard::Cell cell, char letter) {
    const bool is_capital = letter >= 'A' && letter <= 'Z';
    const auto colour = colours_.find(is_capital ? static_cast<char>(letter + kToSmall) : letter);
    if (colour != std::string::npos) {
      board_.put(cell, static_cast<SuperballBoard::Piece>(colour));
    }
  }

  std::optional<Json> choose() {
    if (board_.is_empty(cell())) {
      refusal_ = "There is no piece: two cells with pieces are swapped.";
      return std::nullopt;
    }
    if (!chosen_) {
      chosen_ = cursor_;
      return std::nullopt;
    }
    if (*chosen_ == cursor_) {
      chosen_.reset();
      return std::nullopt;
    }
    return Json("SWAP " + text_of(*chosen_) + " " + text_of(cursor_));
  }

  std::optional<Json> score() {
    if (may_score()) {
      return Json("SCORE " + text_of(cursor_));
    }
    refusal_ = !board_.is_goal(cell())   ? "A set is scored from a goal cell."
               : board_.is_empty(cell()) ? "There is no piece."
                                         : "A set that scores has " + std::to_string(least_) + " or more.";
    return std::nullopt;
  }

  SuperballBoard board_;  // of the newest ask()
  std::string colours_;
  std::size_t least_;  // pieces of a set that scores
  Place cursor_;
  std::optional<Place> chosen_;
  int score_ = 0;
  int gained_ = 0;  // by the latest move
  std::string refusal_;
};

}  // namespace

std::unique_ptr<InputController> superball_input(const InputSetup& setup) {
  return std::make_unique<SuperballInput>(setup.setup);
}

}  // namespace referee::play
