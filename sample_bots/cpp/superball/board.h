#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

/// Superball as a bot sees it: the board, its sets, and the moves.
namespace superball {

using Json = nlohmann::json;

/// What never changes in a game.
struct Rules {
  int rows = 8;
  int columns = 10;
  int min_score_size = 5;
  std::string colours = "pbyrg";  ///< worth 2, 3, 4, ... in this order

  int cells() const { return rows * columns; }
  int value(int colour) const { return colour + 2; }
};

/// The setup of a `start` message. Throws Json::exception if it has another shape.
Rules rules_of(const Json& setup);

/// Cells are numbered row by row from 0.
struct Move {
  int a = 0;   ///< to swap with b, or to score
  int b = -1;  ///< -1: a is scored

  bool is_score() const { return b < 0; }
  friend bool operator==(const Move&, const Move&) = default;
};

/// The move in messages and on standard output: "SWAP 0 1 7 2", "SCORE 5 0".
std::string text_of(const Move& move, const Rules& rules);

inline constexpr int kSwapAdds = 5;   ///< pieces added after a swap, and at the start
inline constexpr int kScoreAdds = 3;  ///< pieces added after a score
inline constexpr int kEmpty = -1;

/// Connected cells of one colour.
struct Set {
  int colour = 0;
  std::vector<int> cells;  ///< in the order of a breadth-first search from the first one in reading order
  int goal = -1;           ///< the last goal cell in `cells`; -1: none
};

/// The places of the pieces. Has no random part: the caller adds the pieces after a move.
class Board {
 public:
  /// An empty board. Goal cells: all rows but the two uppermost and the two lowest, two columns at either
  /// side.
  explicit Board(Rules rules);
  /// The rows of a view or of the handout's text form: `.` is an empty cell, `*` an empty goal cell, a letter
  /// a piece, a capital letter a piece on a goal cell. Throws std::invalid_argument, with row and character,
  /// if it is no such board.
  Board(Rules rules, const std::vector<std::string>& rows);

  const Rules& rules() const { return rules_; }
  /// A colour from 0, or kEmpty.
  int at(int cell) const { return cells_[static_cast<std::size_t>(cell)]; }
  bool is_goal(int cell) const { return goals_[static_cast<std::size_t>(cell)]; }
  int empty() const { return empty_; }
  std::vector<int> pieces() const;

  /// All sets, by their first cell in reading order.
  std::vector<Set> sets() const;
  /// The set of one cell. REQUIRES: it is not empty.
  Set set_of(int cell) const;
  /// The sets that may be scored now.
  std::vector<Set> scoring_sets() const;

  /// Whether the rules allow the move now; never if a cell is outside the board.
  bool legal(const Move& move) const;
  /// Makes the move, but adds no pieces; returns the points that it scores. REQUIRES: legal(move).
  int play(const Move& move);
  /// REQUIRES: the cell is empty.
  void place(int cell, int colour);

  /// The handout's text form, row by row.
  std::vector<std::string> rows() const;

 private:
  Set flood(int cell, std::vector<bool>& seen) const;

  Rules rules_;
  std::vector<std::int8_t> cells_;
  std::vector<bool> goals_;
  int empty_ = 0;
};

}  // namespace superball
