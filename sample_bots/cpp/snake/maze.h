#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

/// Snake Labyrinth as a bot sees it. The rules are in engines/snake/RULES.md.
namespace snake {

using Json = nlohmann::json;

/// The four steps in clockwise order; O is Ovest, west.
inline constexpr std::string_view kSteps = "NESO";

inline constexpr char kWall = '#';
inline constexpr char kSpace = ' ';
inline constexpr char kStart = 'o';
inline constexpr char kExit = '_';
inline constexpr char kCoin = '$';
inline constexpr char kMishap = '!';
inline constexpr char kDrill = 'T';
inline constexpr char kEdge = '\0';  ///< round the maze, never entered

inline constexpr int kUsesOfADrill = 3;
inline constexpr int kPointsAtTheStart = 1000;
inline constexpr int kPointsOfACoin = 10;

/// A maze as it stands, without the snake. It has an edge: row r, column c is at (r + 1) * (columns + 2) + c
/// + 1.
class Maze {
 public:
  /// Rows that are too short end in spaces. The start becomes a space.
  explicit Maze(const std::vector<std::string>& rows);

  int rows() const { return rows_; }
  int columns() const { return columns_; }
  int width() const { return columns_ + 2; }
  int cells() const { return static_cast<int>(marks_.size()); }
  int cell(int row, int column) const { return (row + 1) * width() + column + 1; }
  /// Where the `o` was; 0, a cell of the edge, if there was none.
  int start() const { return start_; }

  char mark(int cell) const { return marks_[static_cast<std::size_t>(cell)]; }
  void clear(int cell) { marks_[static_cast<std::size_t>(cell)] = kSpace; }
  /// Whether a snake without a drill may go there.
  bool open(int cell) const { return mark(cell) != kWall && mark(cell) != kEdge; }
  /// How far a cell is from the next one, by place in kSteps.
  std::array<int, 4> offsets() const { return {-width(), 1, width(), -1}; }
  /// The limit on the steps of a game if its options set none; the referee does not send the limit to bots.
  int default_max_steps() const;

 private:
  int rows_ = 0;
  int columns_ = 0;
  int start_ = 0;
  std::vector<char> marks_;
};

/// The state of a game: the maze and the snake in it.
struct Snake {
  Maze maze;
  int head = 0;
  int drill = 0;         ///< uses left
  int coins = 0;         ///< with a body: its length
  std::deque<int> body;  ///< cells, nearest the head first
  bool has_body = true;  ///< false: coins are only a counter
  int steps = 0;
  bool exited = false;

  /// At the start of a game.
  Snake(Maze in, bool with_body);
  /// The snake that a turn's view shows. Throws Json::exception if the view has another shape.
  Snake(const Json& view, bool with_body);

  int points() const { return kPointsAtTheStart + kPointsOfACoin * coins - steps; }
  /// Whether a step, by place in kSteps, is legal. REQUIRES: !exited.
  bool may(std::size_t step) const;
  /// Takes the step. REQUIRES: may(step).
  void take(std::size_t step);

 private:
  void grow(int old_head);
  void shift(int old_head);
  void halve();
};

/// The rows of a `setup` or a view. Throws Json::exception if it has no such rows.
std::vector<std::string> rows_of(const Json& maze);

}  // namespace snake
