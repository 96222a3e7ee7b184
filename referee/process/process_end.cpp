#include "referee/process/process_end.h"

#include "referee/base/text.h"
#include "referee/net/silence.h"

namespace referee {
namespace {

constexpr std::size_t kShownStderr = 200;  // bytes of a bot's last words

}  // namespace

std::string last_words(std::string_view text) {
  while (text.ends_with('\n')) {
    text.remove_suffix(1);
  }
  const std::size_t line = text.rfind('\n');
  return std::string(text.substr(line == std::string_view::npos ? 0 : line + 1));
}

std::string how_ended(const ProcessEnd& end, const std::string& refusal) {
  const std::string words = last_words(end.stderr_text);
  std::string text = end.when_told ? "a signal of the referee" : end.status;
  if (!words.empty()) {
    text.append(": ").append(printable(words, kShownStderr));
  }
  if (!refusal.empty()) {
    text.append("; ").append(refusal);
  }
  if (refusal == kNoHello && end.succeeded && !end.when_told) {
    text += ": your program ended without calling play(move), or without saying hello";
  }
  return text;
}

}  // namespace referee
