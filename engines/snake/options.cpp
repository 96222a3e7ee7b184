#include <algorithm>

#include <nlohmann/json.hpp>

#include "engines/snake/builtin_mazes.h"
#include "engines/snake/snake.h"

namespace engines {
namespace {

constexpr fields::Range kMostSteps{.min = 1, .max = 100'000};
constexpr fields::Range kTurns{.min = 1, .max = 100'000};

}  // namespace

MazeRows Snake::Options::handout_maze() { return find_snake_maze("c1_handout_corridor").value(); }

std::int64_t Snake::Options::default_max_steps(const MazeRows& maze) {
  const auto cells = static_cast<std::int64_t>(maze.size() * maze.front().size());
  return std::clamp<std::int64_t>(10 * cells, 1000, kMostSteps.max);
}

Snake::Options Snake::Options::read(fields::Object& in) {
  Options options;
  options.maze = read_maze(in, "maze", options.maze);
  options.whole_path = in.boolean_or("whole_path", options.whole_path);
  options.body = in.boolean_or("body", options.body);
  const std::int64_t enough = in.error() ? kMostSteps.min : default_max_steps(options.maze);
  options.max_steps = in.integer_or("max_steps", kMostSteps, enough);
  options.max_turns = in.integer_or("max_turns", kTurns, options.max_turns);
  return options;
}

Json Snake::Options::json() const {
  return Json::object({{"maze", maze},
                       {"whole_path", whole_path},
                       {"body", body},
                       {"max_steps", max_steps},
                       {"max_turns", max_turns}});
}

}  // namespace engines
