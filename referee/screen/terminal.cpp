#include "referee/screen/terminal.h"

#include <langinfo.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string_view>

namespace referee::screen {
namespace {

// In the terminals' cube of 6 x 6 x 6 colours: 16 + 36 red + 6 green + blue, each 0..5.
constexpr Colour kPurple{175, 5};      // #CC79A7
constexpr Colour kBlue{32, 4};         // #0072B2, lighter: it is seen on black and on white
constexpr Colour kSkyBlue{74, 6};      // #56B4E9
constexpr Colour kGreen{36, 2};        // #009E73
constexpr Colour kYellow{220, 3};      // #F0E442, darker
constexpr Colour kOrange{214, 3};      // #E69F00
constexpr Colour kVermillion{166, 1};  // #D55E00
constexpr Colour kGrey{244, -1};
constexpr Colour kOwn{-1, -1};

// In the order of Ink. The seats have the order of Superball's colours: purple, blue, yellow, red, green.
constexpr std::array<Colour, kInks> kColours = {
    kOwn,     kGrey,       kOwn,    // plain, faint, wall
    kPurple,  kOrange,     kGreen,  // hazard, treasure, goal
    kSkyBlue, kVermillion,          // self, foe
    kPurple,  kBlue,       kYellow, kVermillion, kGreen,
};

}  // namespace

Colour colour_of(Ink ink) { return kColours[static_cast<std::size_t>(ink)]; }

bool locale_is_utf8() {
  std::setlocale(LC_CTYPE, "");
  return std::string_view(nl_langinfo(CODESET)) == "UTF-8";
}

bool colours_wanted() {
  const char* const no_color = std::getenv("NO_COLOR");
  return no_color == nullptr || *no_color == '\0';
}

}  // namespace referee::screen

#define NCURSES_NOMACROS  // names such as erase and move stay functions
#include <curses.h>

#include "referee/screen/canvas.h"
#include "referee/screen/terminfo.h"

namespace referee::screen {
namespace {

constexpr int kEscapeDelayMs = 100;  // more than a network needs between the bytes of one key
constexpr int kFirstPair = 1;        // pair 0 is the terminal's own colours

/// What the kernel says of the window; nothing if it does not know.
std::optional<Size> window_size() {
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0) {
    return std::nullopt;
  }
  return Size{size.ws_row, size.ws_col};
}

/// Whether the terminal has colours; prepares them then.
bool prepare_colours() {
  if (!colours_wanted() || !has_colors() || start_color() == ERR || use_default_colors() == ERR) {
    return false;
  }
  for (std::size_t i = 0; i < kInks; ++i) {
    const Colour colour = colour_of(static_cast<Ink>(i));
    init_pair(static_cast<short>(kFirstPair + static_cast<int>(i)),
              COLORS >= 256 ? colour.of_256 : colour.of_8, -1);
  }
  return true;
}

attr_t attributes_of(const Mark& mark, bool greys) {
  attr_t attributes = A_NORMAL;
  if (mark.rank == Rank::actor) {
    attributes |= A_BOLD;
  }
  if (mark.reversed) {
    attributes |= A_REVERSE;
  }
  if (mark.ink == Ink::faint && !greys) {
    attributes |= A_DIM;
  }
  return attributes;
}

Key key_of(int code) {
  switch (code) {
    case KEY_RIGHT:
      return Key::right;
    case KEY_LEFT:
      return Key::left;
    case KEY_UP:
      return Key::up;
    case KEY_DOWN:
      return Key::down;
    case KEY_HOME:
      return Key::home;
    case KEY_END:
      return Key::end;
    case KEY_PPAGE:
      return Key::page_up;
    case KEY_NPAGE:
      return Key::page_down;
    case KEY_ENTER:
    case '\r':
    case '\n':
      return Key::enter;
    case KEY_BACKSPACE:
    case '\b':
    case 0x7f:
      return Key::backspace;
    case 0x1b:
      return Key::escape;
    default:
      return code >= ' ' && code < 0x7f ? Key::letter : Key::other;
  }
}

/// Whether the other end of standard input is closed.
bool has_gone() {
  pollfd input{STDIN_FILENO, POLLIN, 0};
  return ::poll(&input, 1, 0) > 0 && (input.revents & (POLLHUP | POLLERR | POLLNVAL)) != 0;
}

}  // namespace

std::optional<std::string> Terminal::problem() {
  if (!::isatty(STDIN_FILENO)) {
    return "standard input is no terminal";
  }
  if (!::isatty(STDOUT_FILENO)) {
    return "standard output is no terminal";
  }
  return terminfo_problem();
}

Terminal::Terminal() : utf8_(locale_is_utf8()) {
  if (const auto why = problem()) {
    throw std::runtime_error(*why);
  }
  screen_ = newterm(nullptr, stdout, stdin);
  if (screen_ == nullptr) {
    throw std::runtime_error("the terminal cannot be drawn on");
  }
  set_escdelay(kEscapeDelayMs);
  cbreak();
  noecho();
  nonl();
  keypad(stdscr, TRUE);
  nodelay(stdscr, TRUE);
  curs_set(0);
  colours_ = prepare_colours();
  size_ = {LINES, COLS};
  has_new_size();
}

Terminal::~Terminal() {
  // Terminals that were made larger meanwhile may otherwise leave rows of this window behind.
  erase();
  refresh();
  endwin();
  delscreen(screen_);
}

bool Terminal::has_new_size() {
  const auto now = window_size();
  if (!now || *now == size_) {
    return false;
  }
  size_ = *now;
  resizeterm(size_.rows, size_.columns);
  return true;
}

void Terminal::show(const Canvas& board, const std::vector<std::string>& lines) {
  Canvas window(size_.rows, size_.columns);
  for (int row = 0; row < std::min(board.rows(), window.rows()); ++row) {
    for (int column = 0; column < std::min(board.columns(), window.columns()); ++column) {
      window.at(row, column) = board.at(row, column);
    }
  }
  int row = board.rows();
  for (const std::string& line : lines) {
    window.write(row++, 0, line);
  }
  erase();
  for (int y = 0; y < window.rows(); ++y) {
    draw_row(window, y);
  }
  refresh();
}

void Terminal::draw_row(const Canvas& window, int row) {
  std::vector<cchar_t> cells(static_cast<std::size_t>(window.columns()));
  for (int column = 0; column < window.columns(); ++column) {
    const Mark& mark = window.at(row, column);
    const auto glyph = utf8_ ? static_cast<wchar_t>(mark.glyph) : static_cast<wchar_t>(ascii_of(mark.glyph));
    const wchar_t text[] = {glyph, L'\0'};
    const int pair = colours_ ? kFirstPair + static_cast<int>(mark.ink) : 0;
    setcchar(&cells[static_cast<std::size_t>(column)], text, attributes_of(mark, colours_ && COLORS >= 256),
             static_cast<short>(pair), nullptr);
  }
  mvwadd_wchnstr(stdscr, row, 0, cells.data(), window.columns());
}

std::optional<KeyPress> Terminal::read_key() {
  while (true) {
    const int code = getch();
    if (has_new_size()) {
      if (code != ERR && code != KEY_RESIZE) {
        ungetch(code);
      }
      return KeyPress{Key::resized};
    }
    if (code == ERR) {
      if (gone_told_ || !has_gone()) {
        return std::nullopt;
      }
      gone_told_ = true;
      return KeyPress{Key::gone};
    }
    if (code != KEY_RESIZE) {  // a new size, but no other one: told already
      const Key key = key_of(code);
      return KeyPress{key, key == Key::letter ? static_cast<char>(code) : '\0'};
    }
  }
}

}  // namespace referee::screen
