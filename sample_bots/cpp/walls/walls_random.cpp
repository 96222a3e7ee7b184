/// Walks at random: forward half of the time if the cell ahead is open, otherwise a turn to either side.
#include "sample_bots/cpp/runtime/bot.h"
#include "sample_bots/cpp/walls/board.h"

namespace {

class RandomWalker final : public bots::Player {
 public:
  explicit RandomWalker(bots::Rng& rng) : rng_(rng) {}

  bots::Json move(const bots::Json& view) override {
    const walls::Board board(view);
    const bool forward = !board.over() && !board.blocked() && bots::below(rng_, 2) == 0;
    const walls::Act turn = bots::below(rng_, 2) == 0 ? walls::Act::left : walls::Act::right;
    return walls::name_of(forward ? walls::Act::forward : turn);
  }

 private:
  bots::Rng& rng_;
};

}  // namespace

int main(int argc, char** argv) {
  const auto settings = bots::settings_or_exit(
      {"walls_random",
       "Plays Walls at random: forward half of the time if it is open, otherwise a turn.",
       {}},
      argc, argv);
  bots::Rng rng(settings.seed);
  return bots::run(settings, [&rng](const bots::Json&) { return std::make_unique<RandomWalker>(rng); });
}
