// A file of its own: <term.h> makes macros of words such as columns and lines.
#include "referee/screen/terminfo.h"

#include <unistd.h>

#include <cstdlib>

#define NCURSES_NOMACROS
#include <curses.h>
#include <term.h>

namespace referee::screen {

std::optional<std::string> terminfo_problem() {
  const char* const term = std::getenv("TERM");
  if (term == nullptr || *term == '\0') {
    return "the environment has no TERM, which names the kind of terminal";
  }
  int found = 0;
  const std::string named = std::string("the terminal that TERM names, '").append(term).append("', ");
  if (setupterm(nullptr, STDOUT_FILENO, &found) != OK) {
    return named + "is not known here: terminfo has no entry that can be used";
  }
  const bool positions = tigetstr("cup") != nullptr;
  del_curterm(cur_term);
  if (!positions) {
    return named + "cannot move its cursor";
  }
  return std::nullopt;
}

}  // namespace referee::screen
