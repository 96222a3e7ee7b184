#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "referee/base/shown_result.h"

namespace referee::play {

/// A game that people play in lines of text, without match or terminal: positions and lines go in, text and
/// moves come out. A line that is not a legal move gets an answer here and is not sent.
class LineController {
 public:
  virtual ~LineController() = default;

  /// The text of a position; it ends with a newline.
  virtual std::string position(const nlohmann::json& view) const = 0;
  /// The text that asks for a line.
  virtual std::string_view prompt() const = 0;

  struct Reply {
    std::optional<nlohmann::json> move;
    std::string why_not;  ///< without a move: what is wrong with the line
  };
  /// The reply to a line that answers the prompt. A move in the reply counts as made.
  virtual Reply receive(std::string_view line) = 0;

  /// The last line of the game.
  virtual std::string ending(const ShownResult& result) const = 0;
};

}  // namespace referee::play
