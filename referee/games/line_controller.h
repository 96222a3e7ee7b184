#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace referee::play {

/// A game that people play in lines of text, without match or terminal: positions and lines go in, text and
/// moves come out. A line that makes no legal move is answered and not sent.
class LineController {
 public:
  virtual ~LineController() = default;

  /// The text of a position; it ends with a newline.
  virtual std::string position(const nlohmann::json& view) const = 0;
  /// What asks for a line.
  virtual std::string_view prompt() const = 0;

  struct Reply {
    std::optional<nlohmann::json> move;
    std::string why_not;  ///< without a move: what is wrong with the line
  };
  /// What becomes of a line that answers the prompt. A move in the reply counts as made.
  virtual Reply receive(std::string_view line) = 0;

  /// The last line of the game.
  virtual std::string ending(double score) const = 0;
};

}  // namespace referee::play
