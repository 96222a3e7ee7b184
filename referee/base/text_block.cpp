#include "referee/base/text_block.h"

#include <algorithm>

#include "referee/base/text.h"

namespace referee {
namespace {

constexpr std::string_view kBar = "    | ";

}  // namespace

std::string text_block(std::string_view text) {
  const std::size_t last = text.find_last_not_of("\r\n");
  std::string_view rest = text.substr(0, last == std::string_view::npos ? 0 : last + 1);
  std::string block;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (line.ends_with('\r')) {
      line.remove_suffix(1);
    }
    block.append(kBar).append(escaped(line, "\\\t")).append("\n");
  }
  return block;
}

std::string tail_of(const std::string& text, std::size_t bytes) {
  if (text.size() <= bytes) {
    return text;
  }
  const std::size_t from = text.size() - bytes;
  const std::size_t line = text.find('\n', from);
  return text.substr(line == std::string::npos || line + 1 == text.size() ? from : line + 1);
}

}  // namespace referee
