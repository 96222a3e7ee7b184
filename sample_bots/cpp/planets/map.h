#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

/// Planets as a bot knows it. Nothing happens by chance: from the map and a view a bot can compute every
/// later turn.
namespace planets {

using Json = nlohmann::json;

/// A cell's number: row * columns + column.
using Cell = int;
inline constexpr Cell kNowhere = -1;

enum class Move : std::uint8_t { up, down, left, right, stay };
inline constexpr std::array<Move, 5> kMoves = {Move::up, Move::down, Move::left, Move::right, Move::stay};

/// The word for the move in messages.
std::string_view word_of(Move move);
/// The opposite direction. REQUIRES: not stay.
Move opposite(Move move);

struct Scrap {
  Cell at = kNowhere;
  std::int64_t value = 0;
};

/// What never changes: the cells, and where the scraps were at first.
class Map {
 public:
  /// Reads `setup`. Throws Json::exception if it has another shape.
  explicit Map(const Json& setup);

  int rows() const { return rows_; }
  int columns() const { return columns_; }
  std::size_t cells() const { return nebulae_.size(); }
  int row(Cell cell) const { return places_[index(cell)].row; }
  int column(Cell cell) const { return places_[index(cell)].column; }
  Cell cell(int row, int column) const { return row * columns_ + column; }
  /// Reads [row, column]. Throws Json::exception or std::out_of_range if it is no cell.
  Cell cell(const Json& location) const;

  bool is_asteroid(Cell cell) const { return nebulae_[index(cell)] < 0; }
  /// For how many turns the cell holds a ship or a ghost that enters it. REQUIRES: no asteroid.
  int nebula(Cell cell) const { return nebulae_[index(cell)]; }

  /// Where the ship is after a move from a cell: over the edge it appears on the opposite one; it stays
  /// where it is if an asteroid is in the way.
  Cell ship_after(Cell from, Move move) const { return ship_[index(from)][static_cast<std::size_t>(move)]; }
  /// The next cell in a direction, kNowhere beyond the edge. REQUIRES: not stay.
  Cell next(Cell from, Move move) const { return next_[index(from)][static_cast<std::size_t>(move)]; }

  const std::vector<Scrap>& scraps() const { return scraps_; }
  /// The number of the scrap that lay there at first, -1: none.
  int scrap_on(Cell cell) const { return scrap_on_[index(cell)]; }

 private:
  struct Place {
    int row = 0;
    int column = 0;
  };

  static std::size_t index(Cell cell) { return static_cast<std::size_t>(cell); }
  void read_cells(const Json& grid);
  void link(Cell cell);

  int rows_ = 0;
  int columns_ = 0;
  std::vector<int> nebulae_;  // this and the next four by cell; -1: asteroid
  std::vector<Place> places_;
  std::vector<std::array<Cell, 5>> ship_;
  std::vector<std::array<Cell, 4>> next_;
  std::vector<int> scrap_on_;
  std::vector<Scrap> scraps_;
};

}  // namespace planets
