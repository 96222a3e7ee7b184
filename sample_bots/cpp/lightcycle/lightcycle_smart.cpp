/// Moves to where its cycles have most space; with --slips it sometimes makes a random move instead.
#include <algorithm>
#include <optional>
#include <vector>

#include "sample_bots/cpp/lightcycle/grid.h"
#include "sample_bots/cpp/lightcycle/pilot.h"
#include "sample_bots/cpp/runtime/bot.h"
#include "sample_bots/cpp/runtime/slips.h"

namespace {

using lightcycle::Cell;
using lightcycle::Cycle;
using lightcycle::Grid;

class SmartTeam final : public bots::Player {
 public:
  SmartTeam(const bots::Json& start, bots::Slips slips, std::uint64_t seed)
      : grid_(start.at("setup")), team_(start.at("seat").get<std::size_t>()), slips_(slips), rng_(seed) {}

  void past(const bots::Json& view) override { grid_.observe(view); }

  bots::Json move(const bots::Json& view) override {
    grid_.observe(view);
    std::vector<Cell> targets = pilot_.choose(grid_, team_);
    slip(targets);
    return lightcycle::answer_of(grid_, team_, targets);
  }

 private:
  /// Replaces the targets of some cycles, chosen by chance, with any legal one.
  void slip(std::vector<Cell>& targets) {
    std::size_t next = 0;
    for (const Cycle& cycle : grid_.cycles()) {
      if (cycle.team != team_ || !cycle.alive) {
        continue;
      }
      Cell& target = targets[next++];
      if (slips_.next(rng_)) {
        target = any_legal(cycle, targets).value_or(target);
      }
    }
  }

  std::optional<Cell> any_legal(const Cycle& cycle, const std::vector<Cell>& claimed) {
    std::vector<Cell> legal;
    for (const Cell step : lightcycle::kSteps) {
      const Cell cell = cycle.at + step;
      if (grid_.is_free(cell) && std::ranges::find(claimed, cell) == claimed.end()) {
        legal.push_back(cell);
      }
    }
    return legal.empty() ? std::nullopt : std::optional(legal[bots::below(rng_, legal.size())]);
  }

  Grid grid_;
  lightcycle::Pilot pilot_;
  std::size_t team_;
  bots::Slips slips_;
  bots::Rng rng_;
};

}  // namespace

namespace bots {

Program lightcycle_smart() {
  return {{"lightcycle_smart",
           "Plays Light Cycle by the space that each move leaves to its cycles.",
           {Slips::option("moves of a cycle")}},
          [](const Settings& settings) -> NewPlayer {
            return [=](const Json& start) {
              return std::make_unique<SmartTeam>(start, Slips(settings), seed_of_match(settings, start));
            };
          }};
}

}  // namespace bots
