#pragma once

#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "referee/screen/canvas.h"

namespace referee::screen {

/// A position of a game as people look at it: a board, and lines of text below it.
struct Picture {
  Canvas board{0, 0};
  /// Columns of the board that one cell of the game takes: 2 in Walls, where a player's facing is beside it.
  int columns_per_cell = 1;
  std::vector<std::string> notes = {};  ///< score, what is left, whose turn it is; plain text without escapes
};

/// Draws the positions of one game, from its setup and views as the protocol has them. It keeps what the
/// turns before have left behind and a view does not tell: Light Cycle's trails.
class Painter {
 public:
  virtual ~Painter() = default;
  /// Goes on from here by itself.
  virtual std::unique_ptr<Painter> clone() const = 0;

  /// Takes the next position of the same game; views come in the order of their turns. REQUIRES: a view of
  /// this game, as the engine gives it.
  virtual void see(const nlohmann::json& view) = 0;
  /// Whether see() must get every view, from the first one on; else the one to be drawn will do.
  virtual bool needs_every_view() const { return false; }
  /// What was seen last. REQUIRES: something was.
  virtual Picture picture() const = 0;
  Picture next(const nlohmann::json& view) {
    see(view);
    return picture();
  }
  /// What the marks mean, a line for a few of them.
  virtual std::vector<std::string> legend() const = 0;
};

}  // namespace referee::screen
