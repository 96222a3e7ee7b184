#include "referee/show/watch.h"

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

#include "referee/screen/terminal.h"
#include "referee/show/viewer.h"

namespace referee::show {
namespace {

using Clock = std::chrono::steady_clock;

volatile std::sig_atomic_t ending_signal = 0;

void note_signal(int number) {
  if (number != SIGWINCH) {
    ending_signal = number;
  }
}

/// While it lives, the signals that matter to a window are delivered only within wait(): none is missed
/// between looking and waiting.
class Signals {
 public:
  Signals() {
    ending_signal = 0;
    struct sigaction action {};
    action.sa_handler = note_signal;
    sigset_t mine;
    sigemptyset(&mine);
    for (std::size_t i = 0; i < std::size(kNumbers); ++i) {
      sigaddset(&mine, kNumbers[i]);
      sigaction(kNumbers[i], &action, &actions_before_[i]);
    }
    sigprocmask(SIG_BLOCK, &mine, &mask_before_);
  }
  ~Signals() {
    sigprocmask(SIG_SETMASK, &mask_before_, nullptr);
    for (std::size_t i = 0; i < std::size(kNumbers); ++i) {
      sigaction(kNumbers[i], &actions_before_[i], nullptr);
    }
  }
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;

  /// Until a key is pressed, a signal comes or so much time has passed.
  void wait(std::optional<std::chrono::nanoseconds> limit) const {
    timespec time{};
    if (limit) {
      const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(*limit);
      time = {.tv_sec = seconds.count(), .tv_nsec = (*limit - seconds).count()};
    }
    pollfd input{STDIN_FILENO, POLLIN, 0};
    ::ppoll(&input, 1, limit ? &time : nullptr, &mask_before_);
  }

 private:
  static constexpr int kNumbers[] = {SIGINT, SIGTERM, SIGHUP, SIGWINCH};
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

/// When the next frame comes by itself.
class Pace {
 public:
  /// `delay`: the viewer's present one.
  void set(std::optional<std::chrono::milliseconds> delay) {
    if (delay != delay_) {
      delay_ = delay;
      due_ = Clock::now() + delay.value_or(std::chrono::milliseconds(0));
    }
  }
  /// From now on; nothing: it does not come.
  std::optional<std::chrono::nanoseconds> left() const {
    return delay_ ? std::optional(std::max(due_ - Clock::now(), Clock::duration(0))) : std::nullopt;
  }
  bool is_due() const { return delay_ && Clock::now() >= due_; }
  /// It came: the one after it. Frames that drawing has made late are not caught up with.
  void go_on() { due_ = std::max(due_ + delay_.value_or(std::chrono::milliseconds(0)), Clock::now()); }

 private:
  std::optional<std::chrono::milliseconds> delay_;
  Clock::time_point due_{};
};

}  // namespace

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
