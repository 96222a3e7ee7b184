#include "sample_bots/cpp/snake/wall_follower.h"

#include <array>
#include <optional>
#include <vector>

#include "sample_bots/cpp/snake/ways.h"

namespace snake {
namespace {

constexpr std::size_t kEast = 1;
constexpr std::array<std::size_t, 4> kTurns = {1, 0, 3, 2};  // right, straight on, left, back

/// The direction of the next step; nothing if the walker is walled in.
std::optional<std::size_t> next_facing(const Maze& maze, int at, std::size_t facing) {
  for (const std::size_t turn : kTurns) {
    const std::size_t step = (facing + turn) % 4;
    if (maze.open(at + maze.offsets()[step])) {
      return step;
    }
  }
  return std::nullopt;
}

}  // namespace

std::string right_hand_walk(const Maze& maze) {
  std::vector<std::array<bool, 4>> been(static_cast<std::size_t>(maze.cells()));
  std::string walk;
  int at = maze.start();
  std::size_t facing = kEast;
  while (maze.mark(at) != kExit) {
    const auto next = next_facing(maze, at, facing);
    if (!next) {
      return walk;
    }
    bool& again = been[static_cast<std::size_t>(at)][*next];
    if (again) {
      return walk + shortest_open_way(maze, at);
    }
    again = true;
    facing = *next;
    walk += kSteps[facing];
    at += maze.offsets()[facing];
  }
  return walk;
}

}  // namespace snake
