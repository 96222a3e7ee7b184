#include "sample_bots/cpp/snake/searcher.h"

#include <algorithm>
#include <array>
#include <limits>

#include "sample_bots/cpp/snake/terrain.h"
#include "sample_bots/cpp/snake/ways.h"

namespace snake {
namespace {

using Clock = std::chrono::steady_clock;

/// Knows when the limits are reached.
class Stopwatch {
 public:
  explicit Stopwatch(const Limits& limits) : limits_(limits), begun_(Clock::now()) {}

  bool is_over(std::uint64_t nodes) const {
    return limits_.nodes != 0 ? nodes >= limits_.nodes : Clock::now() - begun_ >= limits_.budget;
  }

 private:
  Limits limits_;
  Clock::time_point begun_;
};

/// A way out played by the rules.
Path played(Snake snake, const std::string& steps) {
  for (const char step : steps) {
    snake.take(kSteps.find(step));
  }
  return {steps, snake.points(), snake.exited};
}

/// Each width is tried without different shapes, with some, and with all of them. Every other pass keeps
/// snakes with few coins as well: they are what gets through mazes of mishaps and dead ends.
Manner manner_of(int pass) {
  constexpr std::array<std::size_t, 3> kShapes = {1, 4, std::numeric_limits<std::size_t>::max()};
  return {.width = std::size_t{50} << 2 * std::min(pass / 3, 12),
          .shapes = kShapes[static_cast<std::size_t>(pass % 3)],
          .of_each = pass % 2 == 1};
}

}  // namespace

Plan find_path(const Snake& snake, const Limits& limits) {
  const Stopwatch watch(limits);
  Plan plan;
  const std::string way_out = way_out_with_drills(snake);
  const int max_steps = snake.maze.default_max_steps();
  if (!way_out.empty()) {
    plan.path = played(snake, way_out);
  }
  const Terrain terrain(snake);
  Beam beam(snake, terrain, max_steps);
  while (!plan.all_seen && !watch.is_over(plan.nodes)) {
    beam.run(
        manner_of(plan.passes), [&](std::uint64_t nodes) { return watch.is_over(plan.nodes + nodes); },
        plan.path);
    plan.nodes += beam.nodes();
    plan.all_seen = !beam.left_out();
    ++plan.passes;
  }
  return plan;
}

}  // namespace snake
