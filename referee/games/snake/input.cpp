#include <string>
#include <utility>

#include "referee/base/text.h"
#include "referee/games/snake/parts.h"

namespace referee::play {
namespace {

constexpr std::string_view kCompassLetters = "NESO";

class SnakeInput : public InputController {
 public:
  void ask(const Json& view) override {
    notes_.clear();
    if (!view_.is_null()) {
      tell_step(view);
    }
    view_ = view;
  }

  /// Does not send a step that would be refused, because it would use up a turn.
  std::optional<Json> press(const screen::KeyPress& key) override {
    const auto way = direction_of(key, kCompassLetters);
    if (!way) {
      return std::nullopt;
    }
    if (const std::string why = obstacle(*way); !why.empty()) {
      notes_ = {why};
      return std::nullopt;
    }
    return Json(kCompassLetters.substr(static_cast<std::size_t>(*way), 1));
  }

  std::vector<std::string> notes() const override { return notes_; }
  Place focus() const override {
    const Json& head = view_.at("head");
    return {head.at(0).get<int>(), head.at(1).get<int>()};
  }
  std::string ending(const Json& outcome) const override {
    return outcome.at("exited") == true ? "You have found the exit." : "You have not found an exit in time.";
  }
  std::string keys() const override { return "arrows or N S O E: one step"; }
  std::vector<KeyHelp> all_keys() const override {
    return {{"arrows", "one step; into a wall only with a drill"},
            {"N S O E", "the same: north, south, Ovest (west), east"}};
  }

 private:
  /// Why there is no step in that direction; empty if there is one.
  std::string obstacle(Direction way) const {
    const Json& maze = view_.at("maze");
    const int row = focus().row + rows_of(way);
    const int column = focus().column + columns_of(way);
    if (row < 0 || column < 0 || std::cmp_greater_equal(row, maze.size())) {
      return "The board ends there.";
    }
    const auto& text = maze.at(static_cast<std::size_t>(row)).get_ref<const std::string&>();
    if (std::cmp_greater_equal(column, text.size())) {
      return "The board ends there.";
    }
    const bool wall = text[static_cast<std::size_t>(column)] == '#';
    return wall && view_.at("drill") == 0 ? "There is a wall, and you have no drill." : "";
  }

  /// Tells the effect of the step that led to `view`.
  void tell_step(const Json& view) {
    const auto more = [&](const char* key) {
      return view.at(key).get<std::int64_t>() - view_.at(key).get<std::int64_t>();
    };
    if (const auto coins = more("coins"); coins > 0) {
      notes_.push_back("You have found a coin.");
    } else if (coins < 0) {
      notes_.push_back("You have lost " + counted(-coins, "coin") + ".");
    }
    if (const auto walls = more("drill"); walls > 0) {
      notes_.push_back("You have found a drill, good for " + counted(walls, "wall") + ".");
    } else if (walls < 0) {
      notes_.push_back("You have drilled through a wall.");
    }
  }

  Json view_;
  std::vector<std::string> notes_;
};

}  // namespace

std::unique_ptr<InputController> snake_input(const InputSetup& /*setup*/) {
  return std::make_unique<SnakeInput>();
}

}  // namespace referee::play
