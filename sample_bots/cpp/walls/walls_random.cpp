/// Walks at random: forward half of the time if the cell ahead is open, otherwise a turn to either side.
#include "sample_bots/cpp/runtime/bot.h"
#include "sample_bots/cpp/walls/board.h"

namespace {

class RandomWalker final : public bots::Player {
 public:
  RandomWalker(const bots::Json& start, std::uint64_t seed)
      : seat_(start.at("seat").get<int>()), rng_(seed) {}

  /// Draws what it drew then, so that it plays on as if it had not been interrupted.
  void past(const bots::Json& view) override {
    if (walls::Board(view).mover() == seat_) {
      (void)move(view);
    }
  }

  bots::Json move(const bots::Json& view) override {
    const walls::Board board(view);
    const bool forward = !board.over() && !board.blocked() && bots::below(rng_, 2) == 0;
    const walls::Act turn = bots::below(rng_, 2) == 0 ? walls::Act::left : walls::Act::right;
    return walls::name_of(forward ? walls::Act::forward : turn);
  }

 private:
  int seat_;
  bots::Rng rng_;
};

}  // namespace

namespace bots {

Program walls_random() {
  return {{"walls_random",
           "Plays Walls at random: forward half of the time if it is open, otherwise a turn.",
           {}},
          [](const Settings& settings) -> NewPlayer {
            return [=](const Json& start) {
              return std::make_unique<RandomWalker>(start, seed_of_match(settings, start));
            };
          }};
}

}  // namespace bots
