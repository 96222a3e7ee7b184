#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "protocol/require.h"
#include "referee/screen/terminal.h"
#include "referee/show/frames.h"
#include "referee/show/window.h"

namespace referee::show {

/// What a person sees: which frame, how, and whether frames play. Keys change it; it uses no terminal and no
/// clock.
class Viewer {
 public:
  /// REQUIRES: first < frames.
  Viewer(std::size_t frames, std::size_t first) : frames_(frames), frame_(first) { REQUIRE(first < frames); }

  void press(screen::KeyPress key);

  enum class Playback { paused, forward, backward };
  Playback playback() const { return playback_; }
  /// The time until tick() is due; nothing if it is paused.
  std::optional<std::chrono::milliseconds> delay() const;
  /// Advances the playback; pauses at the first or last frame.
  void tick();

  std::size_t frame() const { return frame_; }
  bool help_open() const { return help_open_; }
  bool has_left() const { return has_left_; }
  bool full_size() const { return full_size_; }  ///< false: the board is scaled to fit

  /// The board's row and column at the top left of the window, in full size.
  int top() const { return top_; }
  int left() const { return left_; }
  /// Limits the scroll position, so that the board stays visible.
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
  Playback last_playback_ = Playback::forward;  // the direction that a pause interrupts
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
