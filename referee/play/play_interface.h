#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/base/shown_result.h"
#include "referee/games/input_controller.h"
#include "referee/loop/tasks.h"
#include "referee/match/attempt.h"
#include "referee/play/person.h"

namespace referee::play {

/// REQUIRES: not void.
ShownResult shown_result_of(const PlayedAttempt& played);

/// How a match ended, for its people: the winner, what decided, and where its record is. REQUIRES: not void.
std::vector<std::string> end_lines(const PlayedAttempt& played);

/// The final view of a match. `record`: its whole file. REQUIRES: not void.
nlohmann::json final_view(std::string_view record);

/// The match and the seat of the person who gets `start`.
InputSetup input_setup(const nlohmann::json& start, const LegalMoves& legal);

/// Shows a match to its people, and receives what they do.
class PlayInterface : public Person::Watcher {
 public:
  /// The match is over, or void.
  virtual void on_end(const PlayedAttempt& played) = 0;
  /// Returns when the people leave the final picture; at once if there is none.
  virtual Task<> looked() = 0;
  /// Ends all reading and waiting, so that the event loop ends; a window gives the terminal back. A second
  /// call has no effect.
  virtual void close() = 0;
};

}  // namespace referee::play
