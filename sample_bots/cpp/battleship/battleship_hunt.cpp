/// Places its ships at random, and shoots at the cell on which the opponent's ships can lie in most ways.
#include "sample_bots/cpp/battleship/board.h"
#include "sample_bots/cpp/battleship/hunter.h"
#include "sample_bots/cpp/battleship/placement.h"
#include "sample_bots/cpp/runtime/bot.h"
#include "sample_bots/cpp/runtime/slips.h"

namespace {

class HuntingShooter final : public bots::Player {
 public:
  HuntingShooter(const bots::Json& start, bots::Slips slips, std::uint64_t seed)
      : rules_(start.at("setup")),
        hunter_(rules_),
        seat_(start.at("seat").get<std::size_t>()),
        slips_(slips),
        rng_(seed) {}

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
    const battleship::Board board(view, seat_);
    if (slips_.next(rng_)) {
      const auto cells = board.unknown();
      return json_of(cells.at(bots::below(rng_, cells.size())));
    }
    return json_of(hunter_.choose(board, rng_));
  }

 private:
  battleship::Rules rules_;
  battleship::Hunter hunter_;
  std::size_t seat_;
  bots::Slips slips_;
  bots::Rng rng_;
};

}  // namespace

namespace bots {

Program battleship_hunt() {
  return {{"battleship_hunt",
           "Plays Battleship: shoots where most ships can lie, and sinks a ship that it has hit.",
           {Slips::option("shots")}},
          [](const Settings& settings) -> NewPlayer {
            return [=](const Json& start) {
              return std::make_unique<HuntingShooter>(start, Slips(settings), seed_of_match(settings, start));
            };
          }};
}

}  // namespace bots
