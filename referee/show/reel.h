#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/games/snake/steps.h"
#include "referee/match/replay.h"
#include "referee/screen/picture.h"

namespace referee::show {

/// The positions of a recorded match, one after another: the start, one after each turn, and in Snake
/// Labyrinth one after each step. A copy goes on by itself.
class Reel {
 public:
  /// At the first position. Throws a Difference if there is none. `record` must outlive all copies.
  explicit Reel(std::string_view record);
  Reel(const Reel& other);
  Reel(Reel&&) = default;
  Reel& operator=(Reel&&) = default;

  /// Goes to the next position; false: this is the last. Throws a Difference where the record goes wrong;
  /// after that, this object is of no use.
  bool next();
  /// Checks the rest of the record, once next() was false. Throws a Difference.
  void close() { replay_.close(); }

  /// With the header, and the line of the turn that was played last.
  const Replay& replay() const { return replay_; }
  /// Whether steps of the present turn are still to come.
  bool in_turn() const { return steps_ && steps_->left() > 0; }
  /// ", step 3 of 29" within a turn, else nothing.
  std::string step_text() const;
  screen::Picture picture();
  std::vector<std::string> legend() const { return painter_->legend(); }

 private:
  nlohmann::json view() const { return in_turn() ? steps_->view() : replay_.game().view(); }

  Replay replay_;
  std::optional<SnakeSteps> steps_;  // only in Snake Labyrinth
  std::unique_ptr<screen::Painter> painter_;
};

}  // namespace referee::show
