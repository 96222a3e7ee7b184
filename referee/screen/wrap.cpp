#include "referee/screen/wrap.h"

#include <algorithm>

namespace referee::screen {

void wrap(std::string_view line, std::size_t width, std::vector<std::string>& into) {
  std::string indent;
  while (indent.size() + line.size() > width && width > 4) {
    const std::size_t room = width - indent.size();
    const std::size_t blank = line.rfind(' ', room);
    const std::size_t cut = blank == std::string_view::npos || blank == 0 ? room : blank;
    into.push_back(indent + std::string(line.substr(0, cut)));
    line.remove_prefix(std::min(line.find_first_not_of(' ', cut), line.size()));
    indent = "  ";
  }
  into.push_back(indent + std::string(line));
}

}  // namespace referee::screen
