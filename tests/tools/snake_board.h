#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engines/snake/maze.h"

/// Snake Labyrinth once more, lean enough to search through millions of positions. It shares the reading of
/// mazes with the referee's rules and nothing else; every path found is scored by those rules.
namespace snake_tool {

constexpr std::size_t kWords = 4;                // of 64 things that can vanish
constexpr std::size_t kMaxThings = 64 * kWords;  // objects, and walls where there is a drill
constexpr std::size_t kMaxCoins = 18;            // so that all sets of coins can be tabled
constexpr int kNowhere = -1;
constexpr std::string_view kLetters = "NSEO";

using Things = std::array<std::uint64_t, kWords>;  // a set, by number; coins have the lowest numbers

/// What a position is, but for the steps that it took.
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
  /// Where a step leads; nothing if it is refused. Not to be asked at an exit.
  std::optional<Position> step(const Position& from, int letter) const;
  Position start() const;

  bool body = true;
  int walls_at_most = 0;                       // that all drills together go through
  std::string kinds;                           // by cell
  std::vector<std::array<int, 4>> neighbours;  // kNowhere: outside
  std::vector<int> thing;                      // by cell; kNowhere if nothing there can vanish
  std::vector<int> coins;                      // cells

 private:
  int back(int cell, std::uint64_t letter) const { return next(cell, static_cast<int>(letter ^ 1U)); }
  void bite(Position& position) const;
};

}  // namespace snake_tool
