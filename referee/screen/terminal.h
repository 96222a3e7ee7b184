#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "referee/screen/canvas.h"

namespace referee::screen {

/// Numbers of a terminal's colours; -1: its own foreground.
struct Colour {
  short of_256;
  short of_8;
};

/// The colours of Okabe and Ito, which people tell apart whatever colours they see, as the nearest that
/// terminals have.
Colour colour_of(Ink ink);

/// Whether the environment's locale (LC_ALL, LC_CTYPE, LANG) is one of UTF-8. Sets the program's LC_CTYPE to
/// it.
bool locale_is_utf8();

/// Whether people want colours: not if NO_COLOR is set and not empty.
bool colours_wanted();

}  // namespace referee::screen

struct screen;  // of curses

namespace referee::screen {

/// What a person may press, whatever bytes the terminal sends for it.
enum class Key {
  letter,  ///< any printable character of ASCII
  right,
  left,
  up,
  down,
  home,
  end,
  page_up,
  page_down,
  enter,
  backspace,
  escape,
  resized,  ///< no key: the window has another size now
  gone,     ///< no key, reported once: the terminal was closed, no key will follow
  other
};
struct KeyPress {
  Key key = Key::other;
  char letter = 0;  ///< of Key::letter
  bool operator==(const KeyPress&) const = default;
};

/// The size of a window, in characters.
struct Size {
  int rows;
  int columns;
  bool operator==(const Size&) const = default;
};

/// The whole window of the terminal that standard input and output are, for as long as this object lives;
/// what it showed before returns. At most one at a time. What SIGINT, SIGTERM and SIGWINCH do is left as
/// it was if they have handlers by then; else the first two give the window back and end the program.
class Terminal {
 public:
  /// Nothing: standard input and output are a terminal that can be drawn on. Else the reason, as
  /// "standard output is no terminal".
  static std::optional<std::string> problem();

  /// Colours only if the environment has no NO_COLOR, glyphs beyond ASCII only if its locale is one of UTF-8.
  /// Throws std::runtime_error, saying why, if problem() does.
  Terminal();
  ~Terminal();
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  using Size = screen::Size;
  /// The size of the window, as it was at the last Key::resized.
  Size size() const { return size_; }
  /// Shows `board` at the top left and `lines` of UTF-8 below it, cut at the edges of the window.
  void show(const Canvas& board, const std::vector<std::string>& lines = {});
  /// The next key that was pressed; nothing if none waits. To be called until it returns nothing, whenever
  /// standard input can be read and after SIGWINCH.
  std::optional<KeyPress> read_key();

 private:
  /// Takes it over.
  bool has_new_size();
  void draw_row(const Canvas& window, int row);

  bool utf8_;
  bool colours_ = false;
  bool gone_told_ = false;
  ::screen* screen_ = nullptr;
  Size size_{0, 0};
};

}  // namespace referee::screen
