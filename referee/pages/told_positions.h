#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "engines/game.h"
#include "referee/pages/audience.h"
#include "referee/show/positions.h"

namespace referee::pages {

/// The positions of a match as match data tell them to one observer: the first one whole, each further one by
/// what has changed.
class ToldPositions {
 public:
  /// `positions`: at the first one.
  ToldPositions(const show::Positions& positions, engines::Observer observer)
      : observer_(observer), first_(positions.view(observer)), newest_(first_) {}

  const nlohmann::json& first() const { return first_; }
  const nlohmann::json& newest() const { return newest_; }
  /// Adds the position where `positions` stands now as a frame of the present turn.
  void add(const show::Positions& positions);
  /// The frames of the turn, a list as JSON, and begins the next turn.
  std::string take_frames();

 private:
  engines::Observer observer_;
  nlohmann::json first_;
  nlohmann::json newest_;
  std::string frames_;  // of the present turn: with commas, without brackets
};

}  // namespace referee::pages
