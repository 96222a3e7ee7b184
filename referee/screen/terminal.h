#pragma once

#include <optional>
#include <string>
#include <vector>

#include "referee/screen/canvas.h"

namespace referee::screen {

/// What a person may press, whatever bytes the terminal sends for it.
enum class Key {
  letter,  ///< any printable character
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
  other
};
struct KeyPress {
  Key key = Key::other;
  char letter = 0;  ///< of Key::letter
};

/// The whole window of the terminal that standard input and output are, for as long as this object lives;
/// what was there before comes back. At most one at a time.
class Terminal {
 public:
  /// Whether standard input and output are a terminal that can be drawn on; else the reason.
  static std::optional<std::string> problem();

  /// Colours only if the environment has no NO_COLOR. Throws std::runtime_error, saying why, if problem()
  /// does.
  Terminal();
  ~Terminal();
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  struct Size {
    int rows;
    int columns;
  };
  Size size() const;
  /// Shows `board` at the top left and `lines` below it, cut at the edges of the window.
  void show(const Canvas& board, const std::vector<std::string>& lines);
  /// The next key that has been pressed, without waiting. Readable through standard input's descriptor, and
  /// after SIGWINCH.
  std::optional<KeyPress> read_key();
};

}  // namespace referee::screen
