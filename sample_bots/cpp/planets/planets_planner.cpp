/// Plans the whole game in advance, as ghosts move by rules that are known.
#include <optional>

#include "sample_bots/cpp/planets/planner.h"
#include "sample_bots/cpp/runtime/bot.h"
#include "sample_bots/cpp/runtime/slips.h"

namespace {

class PlanningShip final : public bots::Player {
 public:
  PlanningShip(const bots::Json& start, planets::Limits limits, bots::Slips slips, std::uint64_t seed)
      : planner_(planets::Map(start.at("setup")), limits), slips_(slips), rng_(seed) {}

  /// Draws what it drew then, so that it plays on as if it had not been interrupted.
  void past(const bots::Json& /*view*/) override { (void)slip(); }

  bots::Json move(const bots::Json& view) override {
    if (const auto slipped = slip()) {
      return planets::word_of(*slipped);
    }
    const auto world = planets::World::read(planner_.map(), view);
    return planets::word_of(world.remaining_turns > 0 ? planner_.choose(world) : planets::Move::stay);
  }

 private:
  std::optional<planets::Move> slip() {
    return slips_.next(rng_) ? std::optional(planets::kMoves[bots::below(rng_, planets::kMoves.size())])
                             : std::nullopt;
  }

  planets::Planner planner_;
  bots::Slips slips_;
  bots::Rng rng_;
};

}  // namespace

namespace bots {

Program planets_planner() {
  return {{"planets_planner",
           "Plays Planets by search: it tries its moves out on the exact future, ghosts included.",
           {{"--budget-ms", "milliseconds that a move may take", 1, 3'600'000, 600},
            {"--nodes", "worlds that a move may look at instead, for repeatable play; 0: no limit", 0,
             1'000'000'000'000, 0},
            Slips::option()}},
          [](const Settings& settings) -> NewPlayer {
            planets::Limits limits;
            limits.budget = std::chrono::milliseconds(settings.numbers.at("--budget-ms"));
            limits.nodes = static_cast<std::uint64_t>(settings.numbers.at("--nodes"));
            return [=](const Json& start) {
              return std::make_unique<PlanningShip>(start, limits, Slips(settings),
                                                    seed_of_match(settings, start));
            };
          }};
}

}  // namespace bots
