#include "referee/process/process_end.h"

#include "referee/base/text.h"
#include "referee/net/silence.h"
#include "referee/process/error_line.h"

namespace referee {
namespace {

constexpr std::size_t kShownStderr = 300;  // bytes of the line that names the error

}  // namespace

std::string how_ended(const ProcessEnd& end, const std::string& refusal) {
  const std::string words = error_line(end.stderr_text);
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
