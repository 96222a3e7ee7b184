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

/// The path that these steps give by the rules.
Path played(Snake snake, const std::string& steps) {
  for (const char step : steps) {
    snake.take(kSteps.find(step));
  }
  return {steps, snake.points(), snake.exited};
}

/// Three passes have the same width: they keep one, four and all shapes of the body. Every second pass also
/// keeps snakes with few coins, which get through mazes of mishaps and dead ends.
Manner manner_of(int pass) {
  constexpr std::array<std::size_t, 3> kShapes = {1, 4, std::numeric_limits<std::size_t>::max()};
  return {.width = std::size_t{50} << 2 * std::min(pass / 3, 12),
          .shapes = kShapes[static_cast<std::size_t>(pass % 3)],
          .of_each = pass % 2 == 1};
}

/// One search, with its path and its limits.
class Search {
 public:
  Search(const Snake& snake, const Limits& limits) : snake_(snake), watch_(limits) {}

  Plan run() {
    const std::string way_out = way_out_with_drills(snake_);
    if (!way_out.empty()) {
      plan_.path = played(snake_, way_out);
    }
    const Terrain terrain(snake_);
    Beam beam(snake_, terrain, snake_.maze.default_max_steps());
    while (!plan_.all_seen && !watch_.is_over(plan_.nodes)) {
      const Manner manner = manner_of(plan_.passes);
      run(beam, manner, plan_.path);
      plan_.all_seen = !beam.left_out();
      ++plan_.passes;
      if (plan_.passes % 3 == 0 && plan_.path.steps.size() > kLong) {
        improve_ends(manner.width);
      }
    }
    return plan_;
  }

 private:
  static constexpr std::size_t kLong = 64;  ///< a longer path is also improved part by part
  static constexpr std::size_t kParts = 8;

  void run(Beam& beam, const Manner& manner, Path& best) {
    beam.run(
        manner, [this](std::uint64_t nodes) { return watch_.is_over(plan_.nodes + nodes); }, best);
    plan_.nodes += beam.nodes();
  }

  /// Looks for a better end of the best path from several places on it: the search of a shorter path is more
  /// thorough.
  void improve_ends(std::size_t width) {
    for (std::size_t part = 1; part < kParts && !watch_.is_over(plan_.nodes); ++part) {
      const std::string begin = plan_.path.steps.substr(0, plan_.path.steps.size() * part / kParts);
      Snake from = snake_;
      for (const char step : begin) {
        from.take(kSteps.find(step));
      }
      Path end = {"", plan_.path.points, true};
      const Terrain terrain(from);
      Beam beam(from, terrain, snake_.maze.default_max_steps());
      run(beam, {.width = width, .shapes = 2, .of_each = part % 2 == 1}, end);
      if (end.points > plan_.path.points) {
        plan_.path = {begin + end.steps, end.points, true};
      }
    }
  }

  const Snake& snake_;
  Stopwatch watch_;
  Plan plan_;
};

}  // namespace

Plan find_path(const Snake& snake, const Limits& limits) { return Search(snake, limits).run(); }

}  // namespace snake
