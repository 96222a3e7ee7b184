#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engines/game.h"
#include "protocol/require.h"

/// The maps of the game Planets. README.md has their JSON form.
namespace engines::planets {

/// Row and column count from 0; row 0 is at the top.
struct Cell {
  int row = 0;
  int col = 0;
  bool operator==(const Cell&) const = default;
};

enum class Heading : std::uint8_t { up, down, left, right };
inline constexpr std::string_view kHeadingLetters = "UDLR";  ///< in the order of Heading

/// The cell one step further, which may be off the grid.
constexpr Cell step(Cell from, Heading heading) {
  switch (heading) {
    case Heading::up:
      return {.row = from.row - 1, .col = from.col};
    case Heading::down:
      return {.row = from.row + 1, .col = from.col};
    case Heading::left:
      return {.row = from.row, .col = from.col - 1};
    case Heading::right:
      break;
  }
  return {.row = from.row, .col = from.col + 1};
}

constexpr Heading opposite(Heading heading) {
  return static_cast<Heading>(static_cast<unsigned>(heading) ^ 1U);
}

struct Scrap {
  Cell location;
  std::int64_t value = 1;
};

enum class GhostType : std::uint8_t { backandforth, towardplayer };

/// A ghost at the start.
struct GhostStart {
  Cell location;
  GhostType type = GhostType::backandforth;
  Heading heading = Heading::up;  ///< of backandforth only
  int transparency = 0;           ///< 0: blocked by asteroids, slowed by nebulae; 1: blocked; 2: neither
};

/// The grid of a game and its start. In a map that read_map() returns, all things are on passable cells of
/// the grid, and no two things share a cell.
struct Map {
  static constexpr int kAsteroid = -1;

  std::string name;
  int rows = 0;
  int cols = 0;
  std::vector<int> grid;  ///< row by row: kAsteroid, 0 for empty space, k > 0 for a nebula
  Cell ship;
  std::vector<Scrap> scraps;  ///< at least one
  std::vector<GhostStart> ghosts;
  int turns = 1;

  bool contains(Cell cell) const {
    return cell.row >= 0 && cell.row < rows && cell.col >= 0 && cell.col < cols;
  }
  /// REQUIRES: contains(cell).
  std::size_t index(Cell cell) const {
    REQUIRE(contains(cell));
    return static_cast<std::size_t>(cell.row) * static_cast<std::size_t>(cols) +
           static_cast<std::size_t>(cell.col);
  }
  bool is_asteroid(Cell cell) const { return grid[index(cell)] == kAsteroid; }
  /// For how many turns a cell holds a ship or ghost that it slows; 0 on an asteroid, which those cannot
  /// enter.
  int hold(Cell cell) const { return grid[index(cell)] > 0 ? grid[index(cell)] : 0; }
};

/// Sum of all values; the limits of read_map() make it exact as a double, too.
std::int64_t total_value(const std::vector<Scrap>& scraps);

inline void write_cell(Cell cell, JsonWriter& out) { out.pair(cell.row, cell.col); }
void write_scrap(const Scrap& scrap, JsonWriter& out);
Json scraps_json(const std::vector<Scrap>& scraps);
std::string_view type_name(GhostType type);
/// "U", "D", "L" or "R".
constexpr std::string_view letter_of(Heading heading) {
  return kHeadingLetters.substr(static_cast<std::size_t>(heading), 1);
}
/// The part of a game that never changes: the map file without `turns`.
Json setup_json(const Map& map);
/// The whole map file.
Json map_json(const Map& map);

}  // namespace engines::planets
