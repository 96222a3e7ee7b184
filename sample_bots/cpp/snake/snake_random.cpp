/// Walks at random.
#include <vector>

#include "sample_bots/cpp/runtime/bot.h"
#include "sample_bots/cpp/snake/maze.h"

namespace {

/// An answer of at most so many steps fits into a line of the protocol.
constexpr std::size_t kMostSteps = 60'000;

class RandomSnake final : public bots::Player {
 public:
  RandomSnake(std::uint64_t seed, bool whole_path) : rng_(seed), whole_path_(whole_path) {}

  /// Draws what it drew then, so that it plays on as if it had not been interrupted.
  void past(const bots::Json& view) override { (void)move(view); }

  bots::Json move(const bots::Json& view) override {
    snake::Snake snake(view, true);
    std::string walk = one_step(snake);
    while (whole_path_ && !snake.exited && snake.steps < snake.maze.default_max_steps() &&
           walk.size() < kMostSteps) {
      walk += one_step(snake);
    }
    return walk;
  }

 private:
  /// Takes a legal step. If there is none, the engine refuses any step, at no cost.
  std::string one_step(snake::Snake& snake) {
    std::vector<std::size_t> legal;
    for (std::size_t step = 0; step < snake::kSteps.size(); ++step) {
      if (snake.may(step)) {
        legal.push_back(step);
      }
    }
    if (legal.empty()) {
      return "N";
    }
    const std::size_t step = legal[bots::below(rng_, legal.size())];
    snake.take(step);
    return {snake::kSteps[step]};
  }

  bots::Rng rng_;
  bool whole_path_;
};

}  // namespace

namespace bots {

Program snake_random() {
  return {{"snake_random",
           "Plays Snake Labyrinth at random: any step that is legal, one a turn.",
           {},
           {{"--whole-path", "walk until the exit, or as long as a game lasts, in one answer"}}},
          [](const Settings& settings) -> NewPlayer {
            const bool whole_path = settings.flags.contains("--whole-path");
            return [=](const Json& start) {
              return std::make_unique<RandomSnake>(seed_of_match(settings, start), whole_path);
            };
          }};
}

}  // namespace bots
