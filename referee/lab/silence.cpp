#include "referee/lab/silence.h"

#include <chrono>

#include "referee/net/flood_gauge.h"

namespace referee {
namespace {

constexpr Milliseconds kEndsWithin{1000};  // from the end of a bot's connection to that of its process

}  // namespace

std::string why_silent(Awaited awaited, Milliseconds waited, std::string_view unfinished, Microseconds busy,
                       Waits waits) {
  const std::string advice = advice_on_silence(awaited, unfinished, busy, waited, waits);
  return unfinished.empty() ? "nothing came in " + std::to_string(waited.count()) + " ms: " + advice : advice;
}

std::string mend_of_silence(Awaited awaited, Milliseconds waited, std::string_view unfinished,
                            Microseconds busy, Waits waits) {
  if (!unfinished.empty()) {
    return "";
  }
  if (!computed_all_the_time(awaited, busy, waited)) {
    return waits == Waits::sleeps ? "Take the sleep out: nothing in a match has to be waited for with one."
                                  : "";
  }
  return awaited == Awaited::hello
             ? "Look for a loop that never ends before hello, or say hello before you load what takes long."
             : "Look for a loop that never ends. Does it search? Stop well before clock.left_ms is used up.";
}

std::string mend_of_end(Awaited awaited, const BotProcess* process) {
  if (process == nullptr) {
    return "Keep the connection open until \"bye\".";
  }
  if (!process->stderr_text().empty()) {
    return "See its standard error below for why it ended.";
  }
  return awaited == Awaited::hello
             ? "Call play(move), or say hello and read on: the program runs until \"bye\"."
             : "Look for what ends the program before \"bye\": a return, an exit, or the end of its loop.";
}

Task<std::string> why_gone(CloseReason closed, BotProcess* process, std::string refusal) {
  if (closed == CloseReason::flood) {
    co_return FloodGauge::over();
  }
  if (closed == CloseReason::unread) {
    co_return "it does not read what it is sent";
  }
  if (process == nullptr) {
    co_return "it closed the connection";
  }
  const bool ended = co_await process->ended_within(kEndsWithin);
  co_return ended ? "its program has ended: " + process->how_ended(refusal)
                  : std::string("it closed its output and went on running");
}

}  // namespace referee
