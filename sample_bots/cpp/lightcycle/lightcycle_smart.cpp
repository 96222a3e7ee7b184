/// Moves to where its cycles have most space; with --slips it sometimes makes a random move instead.
#include <algorithm>
#include <optional>
#include <vector>

#include "sample_bots/cpp/lightcycle/grid.h"
#include "sample_bots/cpp/lightcycle/pilot.h"
#include "sample_bots/cpp/runtime/bot.h"

namespace {

using lightcycle::Cell;
using lightcycle::Cycle;
using lightcycle::Grid;

constexpr std::size_t kAllMoves = 1000;

class SmartTeam final : public bots::Player {
 public:
  SmartTeam(const bots::Json& start, std::size_t slips, std::uint64_t seed)
      : grid_(start.at("setup")), team_(start.at("seat").get<std::size_t>()), slips_(slips), rng_(seed) {}

  void past(const bots::Json& view) override { grid_.observe(view); }

  bots::Json move(const bots::Json& view) override {
    grid_.observe(view);
    std::vector<Cell> targets = pilot_.choose(grid_, team_);
    if (slips_ > 0) {
      slip(targets);
    }
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
      if (bots::below(rng_, kAllMoves) < slips_) {
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
  std::size_t slips_;
  bots::Rng rng_;
};

}  // namespace

namespace bots {

Program lightcycle_smart() {
  return {{"lightcycle_smart",
           "Plays Light Cycle by the space that each move leaves to its cycles.",
           {{"--slips", "of 1000 moves of a cycle, so many go any legal way by chance", 0, kAllMoves, 0}}},
          [](const Settings& settings) -> NewPlayer {
            const auto slips = static_cast<std::size_t>(settings.numbers.at("--slips"));
            return [=](const Json& start) {
              return std::make_unique<SmartTeam>(start, slips, seed_of_match(settings, start));
            };
          }};
}

}  // namespace bots
