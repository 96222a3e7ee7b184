/// Flies to the nearest scrap, and does not look at ghosts.
#include "sample_bots/cpp/planets/routes.h"
#include "sample_bots/cpp/runtime/bot.h"
#include "sample_bots/cpp/runtime/slips.h"

namespace {

class GreedyShip final : public bots::Player {
 public:
  GreedyShip(const bots::Json& start, bots::Slips slips, std::uint64_t seed)
      : map_(start.at("setup")), routes_(map_), slips_(slips), rng_(seed) {}

  /// Draws what it drew then, so that it plays on as if it had not been interrupted.
  void past(const bots::Json& view) override { (void)move(view); }

  bots::Json move(const bots::Json& view) override {
    const auto world = planets::World::read(map_, view);
    return planets::word_of(slips_.next(rng_) ? planets::kMoves[bots::below(rng_, planets::kMoves.size())]
                                              : planets::greedy_move(map_, routes_, world));
  }

 private:
  planets::Map map_;
  planets::Routes routes_;
  bots::Slips slips_;
  bots::Rng rng_;
};

}  // namespace

namespace bots {

Program planets_greedy() {
  return {{"planets_greedy",
           "Plays Planets by shortest paths to the nearest scrap; ignores ghosts.",
           {Slips::option()}},
          [](const Settings& settings) -> NewPlayer {
            return [=](const Json& start) {
              return std::make_unique<GreedyShip>(start, Slips(settings), seed_of_match(settings, start));
            };
          }};
}

}  // namespace bots
