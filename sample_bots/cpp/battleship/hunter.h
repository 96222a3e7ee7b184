#pragma once

#include <cstdint>
#include <vector>

#include "sample_bots/cpp/battleship/board.h"
#include "sample_bots/cpp/runtime/bot.h"

namespace battleship {

/// Looks at every place on which a ship that is afloat can lie, and shoots at the cell that most of these
/// places share. While a ship is hit and not sunk, only places that explain hits count, and places that
/// explain more of them count more.
class Hunter {
 public:
  explicit Hunter(const Rules& rules) : rules_(rules) {}

  /// For each cell, row by row: the weight of the places that a shot there would hit; 0 where a shot is
  /// illegal.
  std::vector<std::uint64_t> weights(const Board& board) const;
  /// A cell of the largest weight; of several, one by chance. REQUIRES: board.unknown() is not empty.
  Cell choose(const Board& board, bots::Rng& rng) const;

 private:
  /// The weight of a ship on these cells; 0: no ship can lie there.
  std::uint64_t weight_of(const std::vector<Cell>& cells, const Board& board) const;
  bool touches_a_sunk_ship(Cell cell, const Board& board) const;

  Rules rules_;
};

}  // namespace battleship
