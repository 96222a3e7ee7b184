#include "referee/show/viewer.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "referee/base/kernel_time.h"
#include "referee/screen/terminal.h"

namespace referee::show {
namespace {

using screen::Key;

constexpr int kSlowest = -1;  // a frame in 2 s
constexpr int kFastest = 10;  // 1024 frames a second
constexpr int kDrawn = 5;     // at higher speeds 32 frames a second are drawn
constexpr int kScrollRows = 4;
constexpr int kScrollColumns = 8;

volatile std::sig_atomic_t ending_signal = 0;

void note_signal(int number) {
  if (number != SIGWINCH) {
    ending_signal = number;
  }
}

/// While it lives, the signals that matter to a window are delivered only within wait(), so that none is lost
/// between a check and the wait.
class Signals {
 public:
  Signals() {
    ending_signal = 0;
    struct sigaction action {};
    action.sa_handler = note_signal;
    sigemptyset(&mine_);
    for (std::size_t i = 0; i < std::size(kNumbers); ++i) {
      sigaddset(&mine_, kNumbers[i]);
      sigaction(kNumbers[i], &action, &actions_before_[i]);
    }
    sigprocmask(SIG_BLOCK, &mine_, &mask_before_);
  }
  ~Signals() {
    sigprocmask(SIG_SETMASK, &mask_before_, nullptr);
    for (std::size_t i = 0; i < std::size(kNumbers); ++i) {
      sigaction(kNumbers[i], &actions_before_[i], nullptr);
    }
  }
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;

  /// Returns when a key is pressed, a signal arrives or this time has passed.
  void wait(std::optional<std::chrono::nanoseconds> limit) const {
    timespec time{};
    if (limit) {
      const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(*limit);
      time = {.tv_sec = seconds.count(), .tv_nsec = (*limit - seconds).count()};
    }
    pollfd input{STDIN_FILENO, POLLIN, 0};
    ::ppoll(&input, 1, limit ? &time : nullptr, &mask_before_);
    // It delivers none while input is ready, which that of a closed terminal is for ever.
    sigprocmask(SIG_SETMASK, &mask_before_, nullptr);
    sigprocmask(SIG_BLOCK, &mine_, nullptr);
  }

 private:
  static constexpr int kNumbers[] = {SIGINT, SIGTERM, SIGHUP, SIGWINCH};
  sigset_t mine_{};
  sigset_t mask_before_{};
  struct sigaction actions_before_[std::size(kNumbers)]{};
};

void draw(Frames& frames, Viewer& viewer, Part part, screen::Terminal& terminal) {
  if (viewer.help_open()) {
    std::vector<std::string> lines = Viewer::keys();
    lines.emplace_back();
    for (std::string& line : frames.legend()) {
      lines.push_back(std::move(line));
    }
    terminal.show(text_window(lines, terminal.size(), "any key goes back"));
    return;
  }
  part.full_size = viewer.full_size();
  part.top = viewer.top();
  part.left = viewer.left();
  const Window window =
      window_of(frames.frame(viewer.frame()), terminal.size(), part, "h keys, " + viewer.course_text());
  viewer.limit_scroll(window.max_top, window.max_left);
  terminal.show(window.canvas);
}

/// Tells when the next frame is due while frames play.
class Pace {
 public:
  /// `delay`: the viewer's present one.
  void set(std::optional<std::chrono::milliseconds> delay) {
    if (delay != delay_) {
      delay_ = delay;
      due_ = kernel_now() + delay.value_or(std::chrono::milliseconds(0));
    }
  }
  /// The time until the next frame; nothing if none is due.
  std::optional<std::chrono::nanoseconds> left() const {
    return delay_ ? std::optional(std::max(due_ - kernel_now(), TimePoint::duration(0))) : std::nullopt;
  }
  bool is_due() const { return delay_ && kernel_now() >= due_; }
  /// The frame that was due is shown: plans the next one. If drawing was slow, it does not catch up.
  void go_on() { due_ = std::max(due_ + delay_.value_or(std::chrono::milliseconds(0)), kernel_now()); }

 private:
  std::optional<std::chrono::milliseconds> delay_;
  TimePoint due_{};
};

}  // namespace

void Viewer::press(screen::KeyPress key) {
  if (key.key == Key::resized) {
    return;
  }
  if (key.key == Key::gone) {
    has_left_ = true;
    return;
  }
  if (help_open_) {
    help_open_ = false;
    return;
  }
  switch (key.key) {
    case Key::right:
      return full_size_ ? scroll(0, kScrollColumns) : step(1);
    case Key::left:
      return full_size_ ? scroll(0, -kScrollColumns) : step(-1);
    case Key::down:
      return full_size_ ? scroll(kScrollRows, 0) : step(1);
    case Key::up:
      return full_size_ ? scroll(-kScrollRows, 0) : step(-1);
    case Key::home:
    case Key::page_up:
      return show(0);
    case Key::end:
    case Key::page_down:
      return show(frames_ - 1);
    case Key::enter:
      return play(Playback::forward);
    case Key::backspace:
      return play(Playback::backward);
    case Key::escape:
      has_left_ = true;
      return;
    case Key::letter:
      return press_letter(key.letter);
    case Key::resized:
    case Key::gone:
    case Key::other:
      return;
  }
}

void Viewer::press_letter(char letter) {
  switch (letter) {
    case 'q':
      has_left_ = true;
      return;
    case 'f':
      speed_ = std::min(speed_ + 1, kFastest);
      return;
    case 's':
      speed_ = std::max(speed_ - 1, kSlowest);
      return;
    case 'h':
    case '?':
      help_open_ = true;
      return;
    case 'z':
      full_size_ = !full_size_;
      return;
    case 'n':
      return step(1);
    case 'p':
      return step(-1);
    case ' ':
      return play(playback_ == Playback::paused ? last_playback_ : Playback::paused);
    default:
      return;
  }
}

void Viewer::step(int by) {
  if (by < 0) {
    return show(frame_ - std::min<std::size_t>(frame_, 1));
  }
  show(std::min(frame_ + 1, frames_ - 1));
}

void Viewer::show(std::size_t frame) {
  frame_ = frame;
  playback_ = Playback::paused;
}

void Viewer::play(Playback playback) {
  playback_ = playback;
  if (playback != Playback::paused) {
    last_playback_ = playback;
  }
}

std::optional<std::chrono::milliseconds> Viewer::delay() const {
  if (playback_ == Playback::paused) {
    return std::nullopt;
  }
  return speed_ < 0 ? std::chrono::milliseconds(1000 << -speed_)
                    : std::chrono::milliseconds(1000 >> std::min(speed_, kDrawn));
}

void Viewer::tick() {
  const std::size_t stride = std::size_t{1} << std::max(speed_ - kDrawn, 0);
  if (playback_ == Playback::forward) {
    frame_ = std::min(frame_ + stride, frames_ - 1);
  } else if (playback_ == Playback::backward) {
    frame_ -= std::min(stride, frame_);
  }
  if (frame_ == (playback_ == Playback::forward ? frames_ - 1 : 0)) {
    playback_ = Playback::paused;
  }
}

void Viewer::scroll(int down, int right) {
  top_ = std::max(top_ + down, 0);
  left_ = std::max(left_ + right, 0);
}

void Viewer::limit_scroll(int top, int left) {
  top_ = std::clamp(top_, 0, std::max(top, 0));
  left_ = std::clamp(left_, 0, std::max(left, 0));
}

std::string Viewer::course_text() const {
  const std::string speed = speed_ < 0 ? "1/2" : std::to_string(1 << speed_);
  const std::string playback = playback_ == Playback::paused    ? "paused"
                               : playback_ == Playback::forward ? "playing forward"
                                                                : "playing backward";
  return playback + ", speed " + speed + "/s";
}

std::vector<std::string> Viewer::keys() {
  return {
      "right, down, n        next frame",
      "left, up, p           previous frame",
      "home, page up         first frame",
      "end, page down        last frame",
      "enter                 play forward",
      "backspace             play backward",
      "space                 pause, go on",
      "f   s                 faster, slower",
      "z                     full size, where arrows scroll; again: scaled to fit",
      "h                     these keys; any key closes them",
      "q, escape             leave",
  };
}

int watch(Frames& frames, std::size_t first, const Part& part) {
  const Signals signals;
  screen::Terminal terminal;
  Viewer viewer(frames.count(), first);
  Pace pace;
  while (!viewer.has_left() && ending_signal == 0) {
    draw(frames, viewer, part, terminal);
    pace.set(viewer.delay());
    signals.wait(pace.left());
    while (const auto key = terminal.read_key()) {
      viewer.press(*key);
    }
    pace.set(viewer.delay());
    if (pace.is_due()) {
      viewer.tick();
      pace.go_on();
    }
  }
  return ending_signal;
}

}  // namespace referee::show
