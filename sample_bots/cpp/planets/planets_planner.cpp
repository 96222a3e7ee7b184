/// Plans the whole game in advance, as ghosts move by rules that are known.
#include "sample_bots/cpp/planets/planner.h"
#include "sample_bots/cpp/runtime/bot.h"

namespace {

class PlanningShip final : public bots::Player {
 public:
  PlanningShip(const bots::Json& setup, planets::Limits limits) : planner_(planets::Map(setup), limits) {}

  bots::Json move(const bots::Json& view) override {
    const auto world = planets::World::read(planner_.map(), view);
    return planets::word_of(world.remaining_turns > 0 ? planner_.choose(world) : planets::Move::stay);
  }

 private:
  planets::Planner planner_;
};

}  // namespace

namespace bots {

Program planets_planner() {
  return {{"planets_planner",
           "Plays Planets by search: it tries its moves out on the exact future, ghosts included.",
           {{"--budget-ms", "milliseconds that a move may take", 1, 3'600'000, 600},
            {"--nodes", "worlds that a move may look at instead, for repeatable play; 0: no limit", 0,
             1'000'000'000'000, 0}}},
          [](const Settings& settings) -> NewPlayer {
            planets::Limits limits;
            limits.budget = std::chrono::milliseconds(settings.numbers.at("--budget-ms"));
            limits.nodes = static_cast<std::uint64_t>(settings.numbers.at("--nodes"));
            return [limits](const Json& start) {
              return std::make_unique<PlanningShip>(start.at("setup"), limits);
            };
          }};
}

}  // namespace bots
