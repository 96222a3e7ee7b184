#include "referee/process/process_end.h"

#include "referee/base/text.h"
#include "referee/clocks/silence.h"
#include "referee/process/error_line.h"

namespace referee {
namespace {

constexpr std::size_t kShownStderr = 300;  // bytes of the line that names the error

/// What to do about a library of ours that is not beside the bot; "": `words` name none.
std::string cure_of(std::string_view words) {
  const auto has = [&](std::string_view part) { return words.find(part) != std::string_view::npos; };
  const std::string_view file = has("No module named 'referee'")                 ? "referee.py"
                                : has("Cannot find module") && has("referee.js") ? "referee.js"
                                : has("NoClassDefFoundError: Referee")           ? "Referee.java"
                                                                                 : "";
  return file.empty() ? ""
                      : " (copy " + std::string(file) +
                            " to your bot; `referee docs --samples` says where our libraries are)";
}

}  // namespace

std::string how_ended(const ProcessEnd& end, const std::string& refusal) {
  const std::string words = error_line(end.stderr_text);
  std::string text = end.when_told ? "a signal of the referee" : end.status;
  if (!words.empty()) {
    text.append(": ").append(printable(words, kShownStderr)).append(cure_of(words));
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
