#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engines/battleship/fleet.h"

namespace engines::battleship {

/// The board of one seat: its fleet, and the shots of the opponent.
class Sea {
 public:
  /// The effect of a shot.
  struct Result {
    bool hit = false;
    std::optional<int> sunk;  ///< the length of the ship that it has sunk
  };

  /// A board of `size` x `size` cells without ships.
  explicit Sea(int size);

  /// REQUIRES: `fleet` is legal; no fleet has been placed.
  void place(const Fleet& fleet);
  /// REQUIRES: on the board.
  bool was_shot(Cell cell) const { return at(cell).shot; }
  /// REQUIRES: !was_shot(cell).
  Result shoot(Cell cell);

  int shots() const { return shots_; }
  int hits() const { return hits_; }
  int sunk() const;  ///< ships
  /// Lengths of the ships that are not sunk, longest first.
  std::vector<int> afloat() const;

  /// The marks of one row. '.': not shot at; 'o': a miss; 'x': a hit on a ship that is afloat; '#': a sunk
  /// ship. `with_ships`: cells of ships that have not been hit are 'S' instead of '.'.
  std::string row(int row, bool with_ships) const;

 private:
  struct Square {
    std::optional<std::size_t> ship;  // number in ships_
    bool shot = false;
  };
  struct Floating {
    int length = 0;
    int left = 0;  // cells that are not hit
  };

  Square& at(Cell cell) { return squares_[index(cell)]; }
  const Square& at(Cell cell) const { return squares_[index(cell)]; }
  std::size_t index(Cell cell) const { return static_cast<std::size_t>(cell.row * size_ + cell.col); }
  char mark_of(const Square& square, bool with_ships) const;

  int size_;
  std::vector<Square> squares_;  // row by row
  std::vector<Floating> ships_;
  int shots_ = 0;
  int hits_ = 0;
};

}  // namespace engines::battleship
