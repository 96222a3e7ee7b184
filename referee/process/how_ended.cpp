#include "referee/process/how_ended.h"

#include <string_view>

#include "referee/base/printable.h"

namespace referee {
namespace {

constexpr std::size_t kShownStderr = 200;  // bytes of a bot's last words

}  // namespace

std::string how_ended(const Process& process, const std::string& refusal) {
  std::string_view words = process.stderr_text();
  while (words.ends_with('\n')) {
    words.remove_suffix(1);
  }
  const std::size_t line = words.rfind('\n');
  words = words.substr(line == std::string_view::npos ? 0 : line + 1);
  std::string text = process.status_text();
  if (!words.empty()) {
    text.append(": ").append(printable(words, kShownStderr));
  }
  return refusal.empty() ? text : text.append("; ").append(refusal);
}

}  // namespace referee
