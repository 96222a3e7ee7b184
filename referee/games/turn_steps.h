#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "engines/game.h"

namespace referee::show {

/// Goes through the steps of a turn, for a game in which one answer may hold several of them: `referee show`
/// has a picture of each. It begins at the start of the game and gets every turn.
class TurnSteps {
 public:
  virtual ~TurnSteps() = default;
  /// An independent copy.
  virtual std::unique_ptr<TurnSteps> clone() const = 0;

  /// Begins the next turn, with the events that the game wrote for it. REQUIRES: left() == 0.
  virtual void begin(const nlohmann::json& events) = 0;
  /// Takes one step. REQUIRES: left() > 0.
  virtual void next() = 0;
  virtual std::size_t taken() const = 0;  ///< steps of this turn
  virtual std::size_t left() const = 0;   ///< of this turn
  /// The position after the steps that were taken.
  virtual nlohmann::json view(engines::Observer observer) const = 0;
};

/// Makes the object that goes through the steps of a turn of `game`, from the complete options; null: a turn
/// is one step.
std::unique_ptr<TurnSteps> turn_steps_of(std::string_view game, const nlohmann::json& options);

}  // namespace referee::show
