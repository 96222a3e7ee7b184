/// The dumb robot of the handout: straight on while that is legal, else one of the legal turns.
#include <algorithm>
#include <optional>
#include <vector>

#include "sample_bots/cpp/lightcycle/grid.h"
#include "sample_bots/cpp/runtime/bot.h"

namespace {

using lightcycle::Cell;
using lightcycle::Cycle;
using lightcycle::Grid;

class DumbTeam final : public bots::Player {
 public:
  DumbTeam(const bots::Json& start, std::uint64_t seed)
      : grid_(start.at("setup")), team_(start.at("seat").get<std::size_t>()), rng_(seed) {}

  /// Sees and draws what it saw and drew then, so that it plays on as if it had not been interrupted.
  void past(const bots::Json& view) override { (void)move(view); }

  bots::Json move(const bots::Json& view) override {
    grid_.observe(view);
    std::vector<Cell> targets;
    for (const Cycle& cycle : grid_.cycles()) {
      if (cycle.team == team_ && cycle.alive) {
        targets.push_back(choose(cycle, targets));
      }
    }
    return lightcycle::answer_of(grid_, team_, targets);
  }

 private:
  /// `claimed`: where the team's earlier cycles go this turn.
  Cell choose(const Cycle& cycle, const std::vector<Cell>& claimed) {
    const auto is_legal = [&](Cell cell) {
      return grid_.is_free(cell) && std::ranges::find(claimed, cell) == claimed.end();
    };
    const bool has_moved = cycle.heading != Cell{};
    if (has_moved && is_legal(cycle.at + cycle.heading)) {
      return cycle.at + cycle.heading;
    }
    std::vector<Cell> legal;
    for (const Cell step : lightcycle::kSteps) {
      if (is_legal(cycle.at + step)) {
        legal.push_back(cycle.at + step);
      }
    }
    // Without a legal move any answer ends the cycle.
    return legal.empty() ? cycle.at + cycle.heading : legal[bots::below(rng_, legal.size())];
  }

  Grid grid_;
  std::size_t team_;
  bots::Rng rng_;
};

}  // namespace

namespace bots {

Program lightcycle_dumb() {
  return {{"lightcycle_dumb",
           "Plays Light Cycle as the handout's dumb robot: straight on, or else a legal turn.",
           {}},
          [](const Settings& settings) -> NewPlayer {
            return [=](const Json& start) {
              return std::make_unique<DumbTeam>(start, seed_of_match(settings, start));
            };
          }};
}

}  // namespace bots
