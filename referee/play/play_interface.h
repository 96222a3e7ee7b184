#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/match/attempt.h"
#include "referee/net/tasks.h"
#include "referee/play/person.h"

namespace referee::play {

/// How a match ended, for those who played it: the winner, the scores and where its record is. REQUIRES: not
/// void.
std::vector<std::string> end_lines(const PlayedAttempt& played);

/// The view with which a match was over. `record`: its whole file. REQUIRES: not void.
nlohmann::json final_view(std::string_view record);

/// Where the people of a match sit: shows it to them, and receives what they do.
class PlayInterface : public Person::Watcher {
 public:
  /// The match has come to its end, or is void.
  virtual void on_end(const PlayedAttempt& played) = 0;
  /// Returns when the people have had their look at the end; at once if there is nothing to look at.
  virtual Task<> looked() = 0;
  /// Hears nothing more, waits for nobody and lets the loop run dry; a window gives the terminal back. Again:
  /// no effect.
  virtual void close() = 0;
};

}  // namespace referee::play
