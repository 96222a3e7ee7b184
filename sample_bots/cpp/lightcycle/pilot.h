#pragma once

#include <cstdint>
#include <vector>

#include "sample_bots/cpp/lightcycle/chambers.h"
#include "sample_bots/cpp/lightcycle/grid.h"

namespace lightcycle {

/// Chooses moves by the space they leave: a target is worth the cells that its cycle would reach before any
/// other cycle if all went as fast as possible. It also counts the cells that are free once the other cycles
/// have ended, as their trails vanish then: so a cycle does not enclose itself with its own trail.
class Pilot {
 public:
  /// Targets of the team's living cycles, in order.
  std::vector<Cell> choose(const Grid& grid, std::size_t team);

 private:
  enum Owner : std::uint8_t { kNobody, kMine, kMates, kOpponents };

  /// Ends one of the team's cycles if that is the way to keep another.
  void sacrifice();
  Cell steer(const Cycle& cycle);
  int worth_of(const Cycle& cycle, Cell target);
  struct Share {
    int room = 0;   ///< cells that the cycle reaches first and has a chance to visit
    int mates = 0;  ///< cells that other cycles of the team reach first
  };
  /// The cells that the team gets if the cycle goes to the target.
  Share share_of(const Cycle& cycle, Cell target);
  /// Cells that can be reached from the target when only the cycle's own trail is left.
  int prospect_of(const Cycle& cycle, Cell target);
  /// Cells that the cycle can reach if no other cycle moves, and the trail of `without` (may be null) is
  /// gone.
  int space_before(const Cycle& cycle, const Cycle* without);

  /// Fills owner_ for the case that the cycle goes to the target.
  void share_out(const Cycle& cycle, Cell target);
  /// Gives the cell to `owner` if it is open and has no owner yet.
  void reach(Cell cell, Owner owner);
  void start_from(Cell cell, Owner owner);
  /// How many cells can be reached from one by steps to cells that `may_enter`; without itself.
  template <class MayEnter>
  int flood(Cell from, MayEnter may_enter);
  void mark_trail(const Cycle* cycle);

  /// Whether an opponent can enter the cell in the same turn.
  bool is_contested(Cell cell) const;
  int walls_round(Cell cell) const;
  bool is_open(Cell cell) const { return grid_->is_free(cell) && claimed_[grid_->index(cell)] == 0; }

  const Grid* grid_ = nullptr;
  std::size_t team_ = 0;
  std::vector<Cell> targets_;  // of the cycles that have been steered this turn
  Chambers chambers_;
  // By Grid::index():
  std::vector<char> claimed_;        // the cells in targets_
  std::vector<char> marked_;         // one cycle's trail
  std::vector<std::uint8_t> owner_;  // whose cycle has reached a cell in the latest flood
  std::vector<Cell> queue_;          // of the latest flood
};

}  // namespace lightcycle
