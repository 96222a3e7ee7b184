#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sample_bots/cpp/walls/board.h"

namespace walls {

/// What the opponent may do. To give no answer can be the better move: it keeps the direction.
enum class Opponent : std::uint8_t {
  moves,     ///< always makes one of the three moves
  may_rest,  ///< may also not answer, or forfeit by its clock
};

/// Results of 3 x 3 positions for one player with best play of both, exact. The game never repeats a position
/// (every move lays a brick or raises an idle count), so plain search with a memory ends: some hundred
/// thousand positions from the start, a fraction of a second; the memory answers later questions.
class Solver {
 public:
  static constexpr int kSide = 3;

  Solver(int player, Opponent opponent) : player_(player), opponent_(opponent) {}

  /// Whether the player can be sure of `result`, 1 for a win or 0 for a draw. The board is left as it was.
  /// REQUIRES: board.side() == kSide.
  bool assures(Board& board, int result);
  /// Positions in the memory.
  std::size_t known() const { return used_; }

 private:
  bool search(Board& board, int result);

  // The memory: open addressing; a slot is (packed position + 1) * 16 + answers, or 0 if empty.
  std::size_t find(std::uint64_t packed) const;
  void keep(std::uint64_t packed, std::uint64_t answers);
  void grow();

  int player_;
  Opponent opponent_;
  std::vector<std::uint64_t> slots_ = std::vector<std::uint64_t>(1U << 14U);
  std::size_t used_ = 0;
};

}  // namespace walls
