#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "referee/base/kernel_time.h"
#include "referee/base/units.h"

namespace referee {

/// How far a tournament or a series is; or another row of things that are done one after the other.
struct ProgressState {
  std::size_t done = 0;     ///< matches
  std::size_t running = 0;  ///< matches
  std::size_t total = 0;    ///< matches; 0: unknown
  Milliseconds elapsed{0};
  int round = 0;                ///< from 1
  int rounds = 0;               ///< 0: not played in rounds
  std::size_t before = 0;       ///< matches in `done` of an earlier run, which took none of the time
  bool rate = false;            ///< show how many are played a second
  const char* unit = "game";    ///< what is counted
  const char* units = "games";  ///< what is counted, if there are several
  std::string note = {};        ///< shown at the end, if there is room
};

/// "round 2/5 [#########-----------] 34/75 matches, 2 running, 1:23 elapsed, about 1:40 left", in ASCII and
/// never wider than `width`: parts that do not fit are left out, the least important one first.
std::string progress_line(const ProgressState& state, std::size_t width);

/// Shows progress. On a terminal: one line at the bottom that is drawn again and again. Elsewhere, so that
/// logs stay readable: plain lines only. Ignores errors of writing: a closed pipe does not end a tournament.
class ProgressDisplay {
 public:
  static constexpr Milliseconds kRedraw{100};  ///< the least time between two drawings

  using Now = std::function<TimePoint()>;
  /// Writes to `fd`, which the caller owns.
  explicit ProgressDisplay(int fd, Now now = kernel_now);
  /// Leaves the latest state on the terminal, complete and with a newline.
  ~ProgressDisplay();
  ProgressDisplay(const ProgressDisplay&) = delete;
  ProgressDisplay& operator=(const ProgressDisplay&) = delete;

  /// Draws the state on a terminal, unless it was drawn a moment ago. To be called whenever it changes, and
  /// every second for the times in it.
  void update(const ProgressState& state);
  /// To be called every second with what is not worth a line each time. Where there is no terminal, prints a
  /// line of progress if the last one, or the beginning, is kTellEvery ago.
  void tell(const ProgressState& state);
  static constexpr Milliseconds kTellEvery{60'000};
  /// Prints `line` and a newline above the progress line. All other output to the same terminal has to be
  /// printed this way. REQUIRES: text that is safe on a terminal.
  void print(const std::string& line) { print(line, fd_); }
  /// Prints `line` and a newline to `to`, which may be the same terminal.
  void print(const std::string& line, int to);
  /// A round is over. Where there is no terminal, only this call prints a line of progress.
  void round_done(const ProgressState& state);

 private:
  void draw();
  void write(std::string_view text) const { write(text, fd_); }
  static void write(std::string_view text, int to);
  std::size_t width() const;

  int fd_;
  Now now_;
  bool terminal_;
  ProgressState state_;
  TimePoint drawn_at_ = TimePoint::min();
  TimePoint told_at_;
  bool visible_ = false;  // a progress line is on the terminal
  bool stale_ = false;    // and the state has changed after it was drawn
};

}  // namespace referee
