#include <string>

#include "engines/registry.h"
#include "referee/games/walls/parts.h"

namespace referee::play {
namespace {

constexpr int kStallsAfter = 9;    // moves without a brick
constexpr int kNearlyStalled = 5;  // from this count on the notes mention it

/// The number of quarter turns to the right from one facing to another.
std::size_t turned(const Json& from, const Json& to) {
  constexpr std::string_view kClockwise = "NESW";
  return (kClockwise.find(to.get_ref<const std::string&>()) + kClockwise.size() -
          kClockwise.find(from.get_ref<const std::string&>())) %
         kClockwise.size();
}

/// The move of a player that led from the first position to the second.
std::string deed(const Json& before, const Json& after) {
  switch (turned(before.at("face"), after.at("face"))) {
    case 0:
      break;
    case 1:
      return "turned right";
    default:
      return "turned left";
  }
  if (before.at("at") == after.at("at")) {
    return "stayed where it was";
  }
  return before.at("bricks") == after.at("bricks") ? "went forward" : "went forward and laid a brick";
}

class WallsInput : public InputController {
 public:
  explicit WallsInput(const InputSetup& setup)
      : seat_(setup.seat),
        other_(setup.players.at(1 - setup.seat)),
        view_(engines::find_game("walls")->make(setup.setup, {})->view(engines::Observer::seat(setup.seat))) {
  }

  void ask(const Json& view) override {
    notes_.clear();
    const auto player = [](const Json& of, std::size_t seat) -> const Json& {
      return of.at("players").at(seat);
    };
    const Json& theirs = player(view, 1 - seat_);
    if (player(view_, 1 - seat_).at("stalled") == false && player(view_, 1 - seat_) != theirs) {
      notes_.push_back(other_ + " " + deed(player(view_, 1 - seat_), theirs) +
                       (theirs.at("stalled") == true ? ", and is stalled now." : "."));
    }
    const Json& mine = player(view, seat_);
    if (went_forward_ && player(view_, seat_).at("at") == mine.at("at")) {
      notes_.push_back("Your way was blocked; the move counted.");
    }
    if (const int idle = mine.at("idle").get<int>(); idle >= kNearlyStalled) {
      notes_.push_back("You stall after " + std::to_string(kStallsAfter - idle) + " more without a brick.");
    }
    view_ = view;
    went_forward_ = false;
  }

  std::optional<Json> press(const screen::KeyPress& key) override {
    const auto way = direction_of(key, "FR.L");
    if (!way || *way == Direction::down) {
      return std::nullopt;
    }
    went_forward_ = *way == Direction::up;
    return Json(went_forward_ ? "forward" : *way == Direction::left ? "left" : "right");
  }

  std::vector<std::string> notes() const override { return notes_; }
  void mark(screen::Canvas& board) const override {
    const Place at = focus();
    board.at(at.row, 2 * at.column).reversed = true;
    board.at(at.row, 2 * at.column + 1).reversed = true;
  }
  Place focus() const override {
    const Json& at = view_.at("players").at(seat_).at("at");
    return {at.at(0).get<int>(), at.at(1).get<int>()};
  }
  std::string keys() const override { return "up or F: forward   left, right or L, R: turn"; }
  std::vector<KeyHelp> all_keys() const override {
    return {{"up, F", "go forward, the way that your arrow points"},
            {"left, L", "turn to the left, as you face"},
            {"right, R", "turn to the right"}};
  }

 private:
  std::size_t seat_;
  std::string other_;
  Json view_;  // of the newest ask(); before the first one, the view at the start
  bool went_forward_ = false;
  std::vector<std::string> notes_;
};

}  // namespace

std::unique_ptr<InputController> walls_input(const InputSetup& setup) {
  return std::make_unique<WallsInput>(setup);
}

}  // namespace referee::play
