/// Places its ships at random, and shoots at random at cells at which it has not shot before.
#include "sample_bots/cpp/battleship/board.h"
#include "sample_bots/cpp/battleship/placement.h"
#include "sample_bots/cpp/runtime/bot.h"

namespace {

class RandomShooter final : public bots::Player {
 public:
  RandomShooter(const bots::Json& start, std::uint64_t seed)
      : rules_(start.at("setup")), seat_(start.at("seat").get<std::size_t>()), rng_(seed) {}

  /// Draws what it drew then, so that it plays on as if it had not been interrupted.
  void past(const bots::Json& view) override {
    if (battleship::asks_for_placement(view) || view.at("mover") == seat_) {
      (void)move(view);
    }
  }

  bots::Json move(const bots::Json& view) override {
    if (battleship::asks_for_placement(view)) {
      return random_placement(rules_, rng_);
    }
    const auto cells = battleship::Board(view, seat_).unknown();
    return json_of(cells.at(bots::below(rng_, cells.size())));
  }

 private:
  battleship::Rules rules_;
  std::size_t seat_;
  bots::Rng rng_;
};

}  // namespace

namespace bots {

Program battleship_random() {
  return {{"battleship_random", "Plays Battleship at random, and never shoots at a cell twice.", {}},
          [](const Settings& settings) -> NewPlayer {
            return [=](const Json& start) {
              return std::make_unique<RandomShooter>(start, seed_of_match(settings, start));
            };
          }};
}

}  // namespace bots
