#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

/// Walls as a bot sees it: fast to make a move and to take it back.
namespace walls {

using Json = nlohmann::json;

enum class Act : std::uint8_t { forward, left, right };
inline constexpr std::array<Act, 3> kActs = {Act::forward, Act::left, Act::right};

/// The word for the move in messages.
std::string_view name_of(Act act);

inline constexpr int kStalled = 9;  ///< moves in a row without a brick that put a player out of the game

/// One player's own part of a position.
struct Walker {
  int at = 0;    ///< index into the cells
  int face = 0;  ///< N, E, S, W
  int idle = 0;  ///< moves since its latest brick; kStalled: out of the game
  int bricks = 0;
};

class Board {
 public:
  /// A turn's view. Throws Json::exception if it has another shape.
  explicit Board(const Json& view);
  /// The start position of an n x n game.
  Board(int n, int first);

  int side() const { return side_; }
  /// Cells have a border: row r, column c is at (r + 1) * (side + 2) + c + 1.
  int width() const { return side_ + 2; }
  /// -1 if the game is over.
  int mover() const { return mover_; }
  bool over() const { return mover_ < 0; }
  const Walker& walker(int player) const { return walkers_[static_cast<std::size_t>(player)]; }
  /// Bricks of player 0 minus those of player 1: its sign is the result of a game that is over.
  int lead() const { return walkers_[0].bricks - walkers_[1].bricks; }
  /// Whether the player can ever enter the cell: no border and no brick of the opponent.
  bool passable(int cell, int player) const {
    const auto mark = cells_[static_cast<std::size_t>(cell)];
    return mark == kFree || mark == player + 1;
  }
  /// 0: no brick, 1 and 2: one of player 0 and 1. REQUIRES: not on the border.
  int mark(int cell) const { return cells_[static_cast<std::size_t>(cell)]; }
  bool has_brick(int cell) const { return cells_[static_cast<std::size_t>(cell)] != kFree; }
  std::size_t cells() const { return cells_.size(); }
  /// Whether forward would change nothing.
  bool blocked() const;

  /// The state before a move, for undo().
  struct Before {
    Walker walker;
    std::int8_t mover = 0;
    bool laid = false;
  };
  /// Plays for the mover. REQUIRES: !over().
  Before play(Act act);
  /// The mover does nothing in its turn, as after a late answer.
  Before pass();
  /// The mover is out of the game, as when its clock has run out.
  Before forfeit();
  /// Takes back the latest play(), pass() or forfeit().
  void undo(const Before& before);

  /// Almost surely different for positions with different futures.
  std::uint64_t hash() const;

 private:
  enum Mark : std::int8_t { kFree = 0, kEdge = 3 };  // 1 and 2: a brick of player 0 and 1

  void clear(int n);
  int ahead() const;
  void lay(int cell, int player);
  void next_mover();
  Walker& mine() { return walkers_[static_cast<std::size_t>(mover_)]; }

  int side_ = 0;
  int mover_ = 0;
  std::array<Walker, 2> walkers_;
  std::vector<std::int8_t> cells_;
  std::uint64_t bricks_hash_ = 0;
};

}  // namespace walls
