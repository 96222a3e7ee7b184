#include <algorithm>

#include "referee/games/any/move_list.h"
#include "referee/games/any/parts.h"

namespace referee::play {
namespace {

constexpr std::size_t kMostTyped = 4000;
constexpr std::size_t kListWidth = 64;  // of the moves that are shown about the chosen one

/// A person chooses among the legal moves with the arrows, or types a number of the list, or JSON.
class AnyInput : public InputController {
 public:
  explicit AnyInput(const InputSetup& setup) : setup_(setup) {}

  void ask(const Json& /*view*/) override {
    moves_ = MoveList(setup_.legal(setup_.seat));
    chosen_ = 0;
    typed_.clear();
    why_not_.clear();
  }

  std::optional<Json> press(const screen::KeyPress& key) override {
    switch (key.key) {
      case screen::Key::letter:
        if (typed_.size() < kMostTyped) {
          typed_ += key.letter;
        }
        break;
      case screen::Key::backspace:
        if (!typed_.empty()) {
          typed_.pop_back();
        }
        break;
      case screen::Key::up:
      case screen::Key::left:
        chosen_ -= chosen_ > 0 ? 1 : 0;
        break;
      case screen::Key::down:
      case screen::Key::right:
        chosen_ += chosen_ + 1 < moves_.size() ? 1 : 0;
        break;
      case screen::Key::home:
        chosen_ = 0;
        break;
      case screen::Key::end:
        chosen_ = std::max<std::size_t>(moves_.size(), 1) - 1;
        break;
      case screen::Key::enter:
        return entered();
      case screen::Key::page_up:
      case screen::Key::page_down:
      case screen::Key::escape:
      case screen::Key::resized:
      case screen::Key::gone:
      case screen::Key::other:
        break;
    }
    return std::nullopt;
  }

  bool is_typing() const override { return !typed_.empty(); }

  std::vector<std::string> notes() const override {
    std::vector<std::string> lines;
    if (!why_not_.empty()) {
      lines.push_back(why_not_);
    }
    if (moves_.size() > 0) {
      lines.push_back(list());
    }
    lines.push_back("Your move: " + typed_ + "_");
    return lines;
  }

  Place focus() const override { return {}; }

  std::string keys() const override {
    return moves_.size() > 0 ? "arrows: choose a move   enter: play it"
                             : "type a move as JSON   enter: play it";
  }

  std::vector<KeyHelp> all_keys() const override {
    return {{"arrows", "choose one of the legal moves, where the rules tell them"},
            {"a number, JSON",
             "is typed: a number of the list, or a move as JSON; then all letters belong to it"},
            {"backspace", "takes back the last letter"},
            {"enter", "plays what was typed, else the move that is chosen"}};
  }

 private:
  std::optional<Json> entered() {
    if (typed_.empty() && moves_.size() > 0) {
      return moves_.move(chosen_);
    }
    auto read = moves_.read(typed_);
    typed_.clear();
    if (auto* const move = std::get_if<Json>(&read)) {
      return std::move(*move);
    }
    why_not_ = std::get<std::string>(read);
    return std::nullopt;
  }

  /// The moves about the chosen one, which is in brackets, and how many there are.
  std::string list() const {
    std::string text = "[" + moves_.entry(chosen_) + "]";
    std::size_t first = chosen_;
    std::size_t end = chosen_ + 1;
    while (text.size() < kListWidth && (first > 0 || end < moves_.size())) {
      if (first > 0) {
        text.insert(0, moves_.entry(--first) + "  ");
      }
      if (end < moves_.size()) {
        text += "  " + moves_.entry(end++);
      }
    }
    return (first > 0 ? "< " : "") + text + (end < moves_.size() ? " >" : "") + "   " +
           std::to_string(moves_.size()) + " legal";
  }

  InputSetup setup_;
  MoveList moves_{std::nullopt};
  std::size_t chosen_ = 0;
  std::string typed_;
  std::string why_not_;
};

}  // namespace

std::unique_ptr<InputController> any_input(const InputSetup& setup) {
  return std::make_unique<AnyInput>(setup);
}

}  // namespace referee::play
