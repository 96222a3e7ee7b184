#include "referee/command/progress.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <utility>
#include <vector>

#include "referee/base/text.h"

namespace referee {
namespace {

constexpr std::size_t kBar = 20;      // columns between the brackets
constexpr std::size_t kLeastBar = 5;  // a shorter bar shows too little
constexpr std::size_t kNoTerminal = 200;
constexpr std::size_t kUsualWidth = 80;
constexpr std::string_view kClear = "\r\x1b[K";  // go to the beginning of the line, then clear to its end

/// "1:23", from an hour on "1:02:03".
std::string clock_text(std::int64_t seconds) {
  std::array<char, 32> out{};
  const auto hours = static_cast<long long>(seconds / 3600);
  const int minutes = static_cast<int>(seconds / 60 % 60);
  const int rest = static_cast<int>(seconds % 60);
  const int size = hours > 0 ? std::snprintf(out.data(), out.size(), "%lld:%02d:%02d", hours, minutes, rest)
                             : std::snprintf(out.data(), out.size(), "%d:%02d", minutes, rest);
  return {out.data(), static_cast<std::size_t>(size)};
}

std::string bar_text(const ProgressState& state, std::size_t columns) {
  const std::size_t full = columns * std::min(state.done, state.total) / state.total;
  std::string text(1, '[');
  text.append(full, '#').append(columns - full, '-').push_back(']');
  return text;
}

std::string matches_text(const ProgressState& state) {
  std::string text = std::to_string(state.done);
  if (state.total > 0) {
    text.append("/").append(std::to_string(state.total));
  }
  return text + " " + (state.total == 0 && state.done == 1 ? state.unit : state.units);
}

/// The time that is left if the other matches take as long as those so far.
std::string left_text(const ProgressState& state) {
  const std::size_t played = state.done - state.before;
  if (played == 0 || state.total <= state.done || state.elapsed.count() <= 0) {
    return "";
  }
  const double each = static_cast<double>(state.elapsed.count()) / static_cast<double>(played);
  const double left = each * static_cast<double>(state.total - state.done);
  return ", about " + clock_text(static_cast<std::int64_t>(left / 1000 + 0.5)) + " left";
}

std::string rate_text(const ProgressState& state) {
  if (!state.rate || state.elapsed.count() <= 0) {
    return "";
  }
  const auto played = static_cast<double>(state.done - state.before);
  return ", " + fixed_text(1000 * played / static_cast<double>(state.elapsed.count()), 1) + " a second";
}

/// A part of the line; the part with the least weight is left out first.
struct Part {
  std::string text;
  int weight;
};

std::size_t length_of(const std::vector<Part>& parts) {
  std::size_t size = 0;
  for (const Part& part : parts) {
    size += part.text.size();
  }
  return size;
}

}  // namespace

std::string progress_line(const ProgressState& state, std::size_t width) {
  std::vector<Part> parts;
  if (state.rounds > 0) {
    parts.push_back({"round " + std::to_string(state.round) + "/" + std::to_string(state.rounds) + " ", 3});
  }
  const std::size_t bar_at = parts.size();
  parts.push_back({"", 1});
  parts.push_back({matches_text(state), 5});
  parts.push_back({state.running > 0 ? ", " + std::to_string(state.running) + " running" : "", 0});
  parts.push_back({", " + clock_text(state.elapsed.count() / 1000) + " elapsed", 2});
  parts.push_back({rate_text(state), 1});
  parts.push_back({left_text(state), 4});
  parts.push_back({state.note.empty() ? "" : ", " + state.note, 3});

  constexpr std::size_t kAround = 3;  // brackets and a space
  const std::size_t size = length_of(parts) + kAround;
  if (state.total > 0 && size + kLeastBar <= width) {
    parts[bar_at].text = bar_text(state, std::min(kBar, width - size)) + " ";
  }
  while (length_of(parts) > width && parts.size() > 1) {
    parts.erase(std::ranges::min_element(parts, {}, &Part::weight));
  }
  std::string line;
  for (const Part& part : parts) {
    line += part.text;
  }
  return line.substr(0, width);
}

ProgressDisplay::ProgressDisplay(int fd, Now now)
    : fd_(fd), now_(std::move(now)), terminal_(::isatty(fd) == 1), told_at_(now_()) {}

ProgressDisplay::~ProgressDisplay() {
  if (visible_) {
    if (stale_) {
      draw();
    }
    write("\n");
  }
}

void ProgressDisplay::update(const ProgressState& state) {
  state_ = state;
  stale_ = true;
  if (terminal_ && (!visible_ || now_() - drawn_at_ >= kRedraw)) {
    draw();
  }
}

void ProgressDisplay::tell(const ProgressState& state) {
  update(state);
  if (!terminal_ && now_() - told_at_ >= kTellEvery) {
    told_at_ = now_();
    write(progress_line(state, kNoTerminal) + "\n");
  }
}

void ProgressDisplay::print(const std::string& line, int to) {
  const std::string shown = escaped(line, "\\") + "\n";
  if (!visible_) {
    write(shown, to);
    return;
  }
  write(kClear);
  write(shown, to);
  draw();
}

void ProgressDisplay::round_done(const ProgressState& state) {
  state_ = state;
  if (terminal_) {
    draw();
  } else {
    write(progress_line(state, kNoTerminal) + "\n");
  }
}

void ProgressDisplay::draw() {
  // The last column stays empty: a terminal would begin a new line there.
  write(std::string(kClear) + progress_line(state_, width() - 1));
  drawn_at_ = now_();
  visible_ = true;
  stale_ = false;
}

void ProgressDisplay::write(std::string_view text, int to) {
  while (!text.empty()) {
    const ssize_t size = ::write(to, text.data(), text.size());
    if (size < 0 && errno != EINTR) {
      return;
    }
    text.remove_prefix(size < 0 ? 0 : static_cast<std::size_t>(size));
  }
}

std::size_t ProgressDisplay::width() const {
  winsize size{};
  const bool known = ::ioctl(fd_, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  return known ? size.ws_col : kUsualWidth;
}

}  // namespace referee
