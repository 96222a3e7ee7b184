#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "referee/screen/terminal.h"
#include "referee/show/frames.h"
#include "referee/show/window.h"

namespace referee::show {

/// What a person is looking at: which frame, how, and whether frames go on by themselves. Keys change it; it
/// knows no terminal and no clock.
class Viewer {
 public:
  /// REQUIRES: first < frames.
  Viewer(std::size_t frames, std::size_t first) : frames_(frames), frame_(first) {}

  void press(screen::KeyPress key);

  enum class Playback { paused, forward, backward };
  Playback playback() const { return playback_; }
  /// How long to wait for tick(); nothing: it is paused.
  std::optional<std::chrono::milliseconds> delay() const;
  /// Goes on by itself; at the first or last frame it pauses.
  void tick();

  std::size_t frame() const { return frame_; }
  bool help_open() const { return help_open_; }
  bool has_left() const { return has_left_; }
  bool full_size() const { return full_size_; }  ///< else scaled to fit

  /// The board's row and column at the window's corner, in full size.
  int top() const { return top_; }
  int left() const { return left_; }
  /// No further than there is something to see.
  void limit_scroll(int top, int left);

  /// "paused", "playing, 4 frames a second", ...
  std::string course_text() const;
  /// All keys, a line for each.
  static std::vector<std::string> keys();

 private:
  void press_letter(char letter);
  void step(int by);
  void scroll(int down, int right);
  void play(Playback playback);
  void show(std::size_t frame);

  std::size_t frames_;
  std::size_t frame_;
  Playback playback_ = Playback::paused;
  Playback last_playback_ = Playback::forward;  // that a pause interrupts
  int speed_ = 2;                               // frames a second are 2^speed_
  bool help_open_ = false;
  bool full_size_ = false;
  bool has_left_ = false;
  int top_ = 0;
  int left_ = 0;
};

/// Shows frames in the terminal, from `first` on, until the person leaves: returns 0, or the number of the
/// signal (SIGINT, SIGTERM, SIGHUP) that ended it. Throws std::runtime_error if there is no terminal.
int watch(Frames& frames, std::size_t first, const Part& part);

}  // namespace referee::show
