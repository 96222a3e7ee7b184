#include "referee/clocks/silence.h"

namespace referee {
namespace {

constexpr int kBusyPercent = 80;     // of the time: a program that waits for anything uses less
constexpr Milliseconds kStart{500};  // as long a program may compute before it says hello

}  // namespace

bool computed_all_the_time(Awaited awaited, Microseconds busy, Milliseconds waited) {
  const Milliseconds innocent = awaited == Awaited::hello ? kStart : Milliseconds{0};
  return waited > innocent && busy * 100 >= waited * kBusyPercent;
}

std::string advice_on_silence(Awaited awaited, std::string_view unfinished, Microseconds busy,
                              Milliseconds waited, Waits waits) {
  if (!unfinished.empty()) {
    return std::to_string(unfinished.size()) + " bytes came, and no newline after them: a line ends with \\n";
  }
  const bool of_hello = awaited == Awaited::hello;
  if (computed_all_the_time(awaited, busy, waited)) {
    return of_hello ? "it computed all that time: an endless loop?"
                    : "it computed all that time: an endless loop, or too long a search?";
  }
  if (waits == Waits::sleeps) {
    return of_hello ? "it sleeps: send hello first" : "it sleeps: its time runs meanwhile";
  }
  if (of_hello) {
    return "the bot speaks first: send hello before you wait for a line; if you do, did you flush?";
  }
  return waits == Waits::input ? "it waits for input: did you flush?" : "did you flush?";
}

}  // namespace referee
