#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engines/snake/maze.h"

/// A second Snake Labyrinth, small enough to search millions of positions. It shares only the reading of
/// mazes with the referee's rules; these rules score every path found.
namespace snake_tool {

constexpr std::size_t kWords = 4;                // of 64 bits, one for each thing that can vanish
constexpr std::size_t kMaxThings = 64 * kWords;  // objects, and walls if there is a drill
constexpr std::size_t kMaxCoins = 18;            // so that a table can have all sets of coins
constexpr int kNowhere = -1;
constexpr std::string_view kLetters = "NSEO";

using Things = std::array<std::uint64_t, kWords>;  // a set, by number; coins have the lowest numbers

/// A position, without the number of steps that led to it.
struct Position {
  Things gone{};
  std::uint64_t trail = 0;  // the last steps, two bits each, the newest lowest: where the body lies
  std::int16_t at = 0;
  std::uint8_t coins = 0;
  std::uint8_t drill = 0;  // follows from `gone`
  bool operator==(const Position&) const = default;
  std::uint64_t hash() const;
};

/// A maze that does not change, cells numbered row by row.
struct Board {
  /// Throws std::runtime_error if the maze has too many coins or things.
  Board(const engines::MazeRows& rows, bool with_body);

  char kind(int cell) const { return kinds[static_cast<std::size_t>(cell)]; }
  int next(int cell, int letter) const {
    return neighbours[static_cast<std::size_t>(cell)][static_cast<std::size_t>(letter)];
  }
  std::size_t cells() const { return kinds.size(); }
  /// The position after a step; nothing if the step is refused. REQUIRES: not at an exit.
  std::optional<Position> step(const Position& from, int letter) const;
  Position start() const;

  bool body = true;
  int walls_at_most = 0;                       // that all drills together can drill
  std::string kinds;                           // by cell
  std::vector<std::array<int, 4>> neighbours;  // kNowhere: outside
  std::vector<int> thing;                      // by cell; kNowhere if nothing there can vanish
  std::vector<int> coins;                      // cells

 private:
  int back(int cell, std::uint64_t letter) const { return next(cell, static_cast<int>(letter ^ 1U)); }
  void bite(Position& position) const;
};

}  // namespace snake_tool
