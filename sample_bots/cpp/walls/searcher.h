#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <vector>

#include "sample_bots/cpp/walls/board.h"
#include "sample_bots/cpp/walls/solver.h"

namespace walls {

/// How much a move may cost.
struct Limits {
  std::chrono::milliseconds budget{800};  ///< of wall time, unless nodes are limited
  std::uint64_t nodes = 0;                ///< positions searched a move; 0: as many as the budget allows
};

/// Chooses moves. 3 x 3 is solved exactly, whatever the limits; larger boards get alpha-beta with iterative
/// deepening. On 3 x 3 the choice is a function of the position alone. With a limit on nodes the choices of a
/// new Searcher are a function of the positions it was asked about.
class Searcher {
 public:
  explicit Searcher(Limits limits);

  /// REQUIRES: !board.over().
  Act choose(Board board);
  /// Positions visited by the latest choose().
  std::uint64_t nodes() const { return nodes_; }
  /// Depth of the latest search that was finished; 0 on 3 x 3.
  int depth() const { return depth_; }

 private:
  enum class Bound : std::uint8_t { none, exact, lower, upper };

  struct Entry {
    std::uint64_t hash = 0;
    int score = 0;
    std::int16_t depth = 0;
    Bound bound = Bound::none;
    Act act = Act::forward;
  };

  /// Which player reaches a cell first, for evaluate().
  struct Reach {
    std::vector<int> distance;
    std::vector<int> queue;
  };

  Act choose_solved(Board& board);
  static std::vector<Act> those_that_assure(Solver& solver, Board& board, const std::vector<Act>& acts,
                                            int result);
  Act deepen(Board& board);
  /// Score for the mover within [alpha, beta]; meaningless once stopped_.
  int search(Board& board, int depth, int alpha, int beta);
  /// Score for the mover after `act`.
  int score_after(Board& board, Act act, int depth, int alpha, int beta);
  /// Estimate for the mover.
  int evaluate(const Board& board);
  /// Estimate for `player`; 0 if the game is over.
  int outlook(const Board& board, int player);
  void spread(const Board& board, int player);
  bool out_of_time();
  Entry& entry_of(std::uint64_t hash) { return table_[hash & (table_.size() - 1)]; }

  Limits limits_;
  // By player: against any opponent, and against one that always moves.
  std::array<Solver, 2> against_any_ = {Solver(0, Opponent::may_rest), Solver(1, Opponent::may_rest)};
  std::array<Solver, 2> against_movers_ = {Solver(0, Opponent::moves), Solver(1, Opponent::moves)};
  std::vector<Entry> table_;
  Reach reach_[2];
  std::chrono::steady_clock::time_point deadline_;
  std::uint64_t nodes_ = 0;
  int depth_ = 0;
  bool stopped_ = false;
  bool cut_by_depth_ = false;  // some line of the current search ended before the game did
};

}  // namespace walls
