#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "engines/game.h"

namespace referee::rules {

/// The events of a match that its seats have not been told yet. A game that says "events" in game.json has
/// them in the view of each seat.
class UntoldEvents {
 public:
  explicit UntoldEvents(std::size_t seats) : told_(seats, 0) {}

  /// A step has been played. `events`: compact JSON.
  void add(std::string events) { steps_.push_back(std::move(events)); }
  /// `seat` was asked with all of them in its view.
  void has_told(engines::Seat seat) { told_[seat] = steps_.size(); }
  /// The text of `view`, an object without the key "events", with the events that `seat` has not been told in
  /// that key: a list with an entry for each step. The oldest are left out if the text had more than
  /// `longest` bytes.
  std::string in_view(engines::Seat seat, const nlohmann::json& view, std::size_t longest) const;

 private:
  std::vector<std::string> steps_;  // of the match
  std::vector<std::size_t> told_;   // by seat: how many of them
};

}  // namespace referee::rules
