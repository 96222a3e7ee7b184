/// Follows the wall with its right hand, as the handout describes.
#include <utility>

#include "sample_bots/cpp/runtime/bot.h"
#include "sample_bots/cpp/snake/wall_follower.h"

namespace {

class WallFollower final : public bots::Player {
 public:
  WallFollower(std::string walk, bool step_by_step) : walk_(std::move(walk)), step_by_step_(step_by_step) {}

  /// All steps of the walk are legal, so the number of steps taken is our place in the walk, also after a
  /// lost answer or a reconnect.
  bots::Json move(const bots::Json& view) override {
    const auto taken = view.at("steps").get<std::size_t>();
    if (taken >= walk_.size()) {
      return "N";  // there is no way out
    }
    return walk_.substr(taken, step_by_step_ ? 1 : std::string::npos);
  }

 private:
  std::string walk_;
  bool step_by_step_;
};

}  // namespace

namespace bots {

Program snake_right_hand() {
  return {
      {"snake_right_hand",
       "Plays Snake Labyrinth by the right-hand rule, all in one answer. Where that goes round for ever,\n"
       "it takes the shortest way to an exit.",
       {},
       {{"--step-by-step", "one step a turn; the path is the same"}}},
      [](const Settings& settings) -> NewPlayer {
        const bool step_by_step = settings.flags.contains("--step-by-step");
        return [step_by_step](const Json& start) {
          const snake::Maze maze(snake::rows_of(start.at("setup").at("maze")));
          return std::make_unique<WallFollower>(snake::right_hand_walk(maze), step_by_step);
        };
      }};
}

}  // namespace bots
