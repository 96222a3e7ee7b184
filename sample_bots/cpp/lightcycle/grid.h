#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <nlohmann/json.hpp>

/// Light Cycle as a bot knows it: views show only where the cycles are, so the bot must remember the trails.
namespace lightcycle {

using Json = nlohmann::json;

struct Cell {
  int x = 0;
  int y = 0;
  bool operator==(const Cell&) const = default;
};

/// In the order up, right, down, left for y growing downwards.
inline constexpr std::array<Cell, 4> kSteps = {Cell{0, -1}, Cell{1, 0}, Cell{0, 1}, Cell{-1, 0}};
inline Cell operator+(Cell a, Cell b) { return {a.x + b.x, a.y + b.y}; }
inline Cell operator-(Cell a, Cell b) { return {a.x - b.x, a.y - b.y}; }
inline Cell operator-(Cell a) { return {-a.x, -a.y}; }

struct Cycle {
  std::size_t team = 0;
  bool alive = true;
  Cell at;
  Cell heading;             ///< its latest step; {0, 0} if it has not moved
  std::vector<Cell> trail;  ///< its start and every cell since, `at` included
};

class Grid {
 public:
  /// The start position of a `setup`. Throws Json::exception if it has another shape.
  explicit Grid(const Json& setup);

  /// Updates the grid from the next view: moves the living cycles, and clears the trails of dead ones.
  void observe(const Json& view);

  int size() const { return size_; }
  const std::vector<Cycle>& cycles() const { return cycles_; }
  bool inside(Cell cell) const { return cell.x >= 0 && cell.x < size_ && cell.y >= 0 && cell.y < size_; }
  /// Inside and on no living cycle's trail.
  bool is_free(Cell cell) const { return inside(cell) && taken_[index(cell)] == 0; }
  /// The team whose trail the cell is on. REQUIRES: inside, not free.
  std::size_t team_on(Cell cell) const { return taken_[index(cell)] - 1U; }
  std::size_t index(Cell cell) const { return static_cast<std::size_t>(cell.y * size_ + cell.x); }

 private:
  void occupy(Cycle& cycle, Cell cell);

  int size_ = 0;
  std::vector<Cycle> cycles_;
  std::vector<std::uint8_t> taken_;  // by index(): 0, or the team whose trail it is on, plus 1
};

/// The answer for a team: its cycles' targets, in order; null for dead cycles.
Json answer_of(const Grid& grid, std::size_t team, const std::vector<Cell>& targets);

}  // namespace lightcycle
