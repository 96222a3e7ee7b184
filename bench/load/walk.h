#pragma once

#include <cstdint>
#include <string>

namespace load {

/// Moves that make a long game, from the number of the turn alone.
class Walk {
 public:
  /// Walls: turns on the spot, nine of which end a player's game.
  Walk() = default;
  /// Light Cycle with one cycle per team, which starts at [0, seat * rows], rows = size / teams. Each walks
  /// to and fro over its own rows, so that no cycle dies before turn rows * size - 1, in which all die.
  /// REQUIRES: both are positive, and teams divides size.
  Walk(std::int64_t size, std::int64_t teams) : size_(size), rows_(size / teams) {}

  /// Appends the move of that turn as JSON.
  void append_move(std::string& out, std::int64_t seat, std::int64_t turn) const;

 private:
  std::int64_t size_ = 0;  // 0: Walls
  std::int64_t rows_ = 0;
};

}  // namespace load
