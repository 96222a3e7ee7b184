#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "referee/screen/canvas.h"

namespace referee::screen {

/// A position of a game as people look at it: a board, and lines of text below it.
struct Picture {
  Canvas board{0, 0};
  std::vector<std::string> notes;  ///< score, what is left, whose turn it is; plain text without escapes
};

/// Draws the positions of one game, from its setup and views as the protocol has them. It keeps what the
/// turns before have left behind and a view does not tell: Light Cycle's trails.
class Painter {
 public:
  virtual ~Painter() = default;
  /// The next position of the same game; views come in the order of their turns.
  virtual Picture next(const nlohmann::json& view) = 0;
};

/// REQUIRES: `game` is one of ours, `setup` its setup.
std::unique_ptr<Painter> painter_of(std::string_view game, const nlohmann::json& setup);

}  // namespace referee::screen
