#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "engines/game.h"

namespace referee::play {

using Json = nlohmann::json;

/// Superball in lines, as in the handout: positions and lines go in, text and moves come out. No match and no
/// terminal. It plays the same game beside the match, so that a slip of the finger is answered and not sent:
/// in a match it would be the end, with no points.
class SuperballText {
 public:
  /// The match's own options and seed.
  SuperballText(const Json& options, const engines::Seed& seed);

  static std::string_view prompt() { return "Your Move: "; }

  struct Reply {
    std::optional<Json> move;
    std::string why_not;  ///< without a move
  };
  /// What becomes of a line that answers the prompt. A move it gives out has been made.
  Reply receive(std::string_view line);

 private:
  std::unique_ptr<engines::Game> game_;
};

}  // namespace referee::play
