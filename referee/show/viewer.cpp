#include "referee/show/viewer.h"

#include <algorithm>

namespace referee::show {
namespace {

using screen::Key;

constexpr int kSlowest = -1;  // a frame in 2 s
constexpr int kFastest = 10;  // 1024 frames a second
constexpr int kDrawn = 5;     // of which 32 are drawn
constexpr int kScrollRows = 4;
constexpr int kScrollColumns = 8;

}  // namespace

void Viewer::press(screen::KeyPress key) {
  if (key.key == Key::resized) {
    return;
  }
  if (help_open_ && !(key.key == Key::letter && key.letter == 'q')) {
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
      return play(Course::forward);
    case Key::backspace:
      return play(Course::backward);
    case Key::escape:
    case Key::gone:
      has_left_ = true;
      return;
    case Key::letter:
      return press_letter(key.letter);
    case Key::resized:
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
      return play(course_ == Course::paused ? last_course_ : Course::paused);
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
  course_ = Course::paused;
}

void Viewer::play(Course course) {
  course_ = course;
  if (course != Course::paused) {
    last_course_ = course;
  }
}

std::optional<std::chrono::milliseconds> Viewer::delay() const {
  if (course_ == Course::paused) {
    return std::nullopt;
  }
  return speed_ < 0 ? std::chrono::milliseconds(1000 << -speed_)
                    : std::chrono::milliseconds(1000 >> std::min(speed_, kDrawn));
}

void Viewer::tick() {
  const std::size_t stride = std::size_t{1} << std::max(speed_ - kDrawn, 0);
  if (course_ == Course::forward) {
    frame_ = std::min(frame_ + stride, frames_ - 1);
  } else if (course_ == Course::backward) {
    frame_ -= std::min(stride, frame_);
  }
  if (frame_ == (course_ == Course::forward ? frames_ - 1 : 0)) {
    course_ = Course::paused;
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
  const std::string course = course_ == Course::paused    ? "paused"
                             : course_ == Course::forward ? "playing forward"
                                                          : "playing backward";
  return course + ", speed " + speed + "/s";
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

}  // namespace referee::show
