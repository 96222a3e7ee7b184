#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engines/game.h"
#include "referee/base/shown_result.h"
#include "referee/record/record_lines.h"
#include "referee/record/replay.h"
#include "referee/screen/picture.h"
#include "referee/show/header_text.h"
#include "referee/show/positions.h"

namespace referee::show {

/// The positions of a recorded match as `observer` sees them, with their pictures. A copy is independent.
class Reel {
 public:
  /// At the first position. Throws a Difference if there is none. `record` must outlive all copies. REQUIRES:
  /// the observer is everybody, or a seat that the game has.
  Reel(std::string_view record, engines::Observer observer);
  Reel(const Reel& other);
  Reel(Reel&&) = default;
  Reel& operator=(Reel&&) = default;

  /// Goes to the next position; returns false at the last one. Throws a Difference where the record is not
  /// true; do not use this object after that.
  bool next();
  /// Checks the rest of the record, after next() has returned false. Throws a Difference.
  void close() { positions_.close(); }

  /// Has the header, and the line of the newest turn that was played.
  const Replay& replay() const { return positions_.replay(); }
  /// Whether steps of the present turn are still to come.
  bool in_turn() const { return positions_.in_turn(); }
  /// ", step 3 of 29" within a turn, else nothing.
  std::string step_text() const;
  screen::Picture picture();
  std::vector<std::string> legend() const { return painter_->legend(); }

 private:
  nlohmann::json view() const { return positions_.view(observer_); }

  Positions positions_;
  engines::Observer observer_;
  std::unique_ptr<screen::Painter> painter_;
};

/// A line for each seat: its letter if there are several, its player, and its answer in the newest turn that
/// was played: verdict, charged time (or "given"), and the move, or the fault. In a game that hides
/// something, an observer that is a seat sees only its own moves. The lines have the `result`, too, if it is
/// not nullptr.
std::vector<std::string> seat_lines(const Replay& replay, engines::Observer observer,
                                    const ShownResult* result);

/// A position of a match and its texts.
struct Frame {
  std::string title;  ///< match, game, how many turns have been played, players
  screen::Picture picture;
  std::vector<std::string> seats;  ///< seat_lines()
  std::string end;          ///< of the last frame: how the match ended, or why there is no more to show
  std::string result = "";  ///< of the last frame: ShownResult::line(), with the letters of several seats
};

/// The frames of a record: the position before each turn, and the final one; if a turn has several steps,
/// also the position after each step. The constructor plays the record once to find them; then each frame is
/// made when it is asked for, from one of a bounded number of positions that are kept.
class Frames {
 public:
  /// Throws the Difference if the record has no frame at all. `record`: the text of the whole file; it must
  /// outlive this object. `observer`: whose views the pictures show.
  explicit Frames(std::string_view record, engines::Observer observer = engines::Observer::everybody());

  std::size_t count() const { return count_; }
  /// The number of played turns that have frames.
  std::int64_t turns() const { return static_cast<std::int64_t>(after_turn_.size()) - 1; }
  /// The frame before turn `turn`, 0..turns(); the last one is the final position.
  std::size_t frame_of_turn(std::int64_t turn) const { return after_turn_[static_cast<std::size_t>(turn)]; }
  /// REQUIRES: index < count().
  Frame frame(std::size_t index);
  /// The place where the record is not true, or ends too early; the last frame tells it.
  const std::optional<Difference>& problem() const { return problem_; }
  /// What the marks mean.
  std::vector<std::string> legend() const { return kept_.front().legend(); }

 private:
  void play();
  void keep(const Reel& reel);
  /// Brings reel_ to a frame.
  void go_to(std::size_t index);
  std::string title() const;

  engines::Observer observer_;
  std::size_t count_ = 1;
  std::vector<std::size_t> after_turn_{0};  // by number of played turns: the frame after them
  std::vector<Reel> kept_;                  // the frames 0, stride_, 2 stride_, ...
  std::size_t stride_ = 16;
  Reel reel_;  // at frame at_
  std::size_t at_ = 0;
  std::optional<Difference> problem_;
  std::string end_;
  std::optional<ShownResult> result_;  // nothing if the record has none
};

}  // namespace referee::show
