/// Flies to the nearest scrap, and does not look at ghosts.
#include "sample_bots/cpp/planets/routes.h"
#include "sample_bots/cpp/runtime/bot.h"

namespace {

class GreedyShip final : public bots::Player {
 public:
  explicit GreedyShip(const bots::Json& setup) : map_(setup), routes_(map_) {}

  bots::Json move(const bots::Json& view) override {
    const auto world = planets::World::read(map_, view);
    return planets::word_of(planets::greedy_move(map_, routes_, world));
  }

 private:
  planets::Map map_;
  planets::Routes routes_;
};

}  // namespace

namespace bots {

Program planets_greedy() {
  return {{"planets_greedy", "Plays Planets by shortest paths to the nearest scrap; ignores ghosts.", {}},
          [](const Settings&) -> NewPlayer {
            return [](const Json& start) { return std::make_unique<GreedyShip>(start.at("setup")); };
          }};
}

}  // namespace bots
