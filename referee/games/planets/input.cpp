#include <string>

#include "referee/games/planets/parts.h"

namespace referee::play {
namespace {

constexpr std::string_view kWays = "URDL";
constexpr std::string_view kStay = ".";

class PlanetsInput : public InputController {
 public:
  void ask(const Json& view) override {
    tell_turn(view);
    view_ = view;
    moved_ = {};
  }

  std::optional<Json> press(const screen::KeyPress& key) override {
    if (const auto way = direction_of(key, kWays)) {
      moved_ = kWays.substr(static_cast<std::size_t>(*way), 1);
    } else if (key.key == screen::Key::letter && (key.letter == '.' || key.letter == ' ')) {
      moved_ = kStay;
    } else {
      return std::nullopt;
    }
    return Json(moved_);
  }

  std::vector<std::string> notes() const override { return notes_; }
  Place focus() const override {
    const Json& at = view_.at("ship").at("location");
    return {at.at(0).get<int>(), at.at(1).get<int>()};
  }
  std::string ending(const Json& outcome) const override {
    if (outcome.at("caught") == true) {
      return "A ghost has caught the ship.";
    }
    return outcome.at("win") == true ? "All scraps are picked up." : "The turns are used up.";
  }
  std::string keys() const override { return "arrows or U D L R: fly   . or space: stay"; }
  std::vector<KeyHelp> all_keys() const override {
    return {{"arrows, U D L R", "fly; over an edge you come back at the opposite one"},
            {". or space", "stay for a turn"}};
  }

 private:
  /// Tells the effect of the move that led to `view`.
  void tell_turn(const Json& view) {
    notes_.clear();
    if (moved_.empty()) {
      return;
    }
    const Json& before = view_.at("ship");
    const Json& now = view.at("ship");
    if (before.at("held") != 0) {
      notes_.push_back("The nebula held the ship.");
    } else if (moved_ != kStay && before.at("location") == now.at("location")) {
      notes_.push_back("An asteroid is in the way: the ship has not moved.");
    }
    if (const auto worth = now.at("score").get<std::int64_t>() - before.at("score").get<std::int64_t>();
        worth > 0) {
      notes_.push_back("You have picked up a scrap worth " + std::to_string(worth) + ".");
    }
  }

  Json view_;
  std::string_view moved_;  // the person's answer to view_; empty if there was none
  std::vector<std::string> notes_;
};

}  // namespace

std::unique_ptr<InputController> planets_input(const InputSetup& /*setup*/) {
  return std::make_unique<PlanetsInput>();
}

}  // namespace referee::play
