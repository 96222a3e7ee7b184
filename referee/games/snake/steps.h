#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "engines/game.h"

namespace referee::show {

/// An answer of Snake Labyrinth may be a whole path: this walks it a step at a time, in a game of its own. A
/// copy goes on by itself.
class SnakeSteps {
 public:
  /// `options`: of the game that is walked, complete.
  explicit SnakeSteps(nlohmann::json options);
  SnakeSteps(const SnakeSteps& other);
  SnakeSteps(SnakeSteps&&) = default;
  SnakeSteps& operator=(SnakeSteps&&) = default;

  /// The steps of the next answer that has any, as its events tell them. REQUIRES: left() == 0.
  void begin(std::string steps);
  /// Takes one step. REQUIRES: left() > 0.
  void next();
  std::size_t taken() const { return taken_; }  ///< of this answer
  std::size_t left() const { return steps_.size() - taken_; }
  nlohmann::json view() const { return game_->view(engines::Observer::everybody()); }

 private:
  std::unique_ptr<engines::Game> game_;
  std::string steps_;
  std::size_t taken_ = 0;
};

}  // namespace referee::show
