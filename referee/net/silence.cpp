#include "referee/net/silence.h"

namespace referee {
namespace {

constexpr int kBusyPercent = 80;     // of the time: a program that waits for anything uses less
constexpr Milliseconds kStart{500};  // as long a program may compute before it waits for the first time

}  // namespace

std::string advice_on_silence(Awaited awaited, std::string_view unfinished, Microseconds busy,
                              Milliseconds waited) {
  if (!unfinished.empty()) {
    return std::to_string(unfinished.size()) + " bytes came, and no newline after them: a line ends with \\n";
  }
  const bool always = waited > kStart && busy * 100 >= waited * kBusyPercent;
  if (always) {
    return "it computed all that time: an endless loop?";
  }
  switch (awaited) {
    case Awaited::hello:
      return "the bot speaks first: send hello before you wait for a line; if you do, did you flush?";
    case Awaited::answer:
      break;
  }
  return "did you flush?";
}

}  // namespace referee
