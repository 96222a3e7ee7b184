#include "referee/clocks/clock_text.h"

namespace referee {
namespace {

std::string of_key(std::int64_t ms, const std::string& what, const char* key) {
  return std::to_string(ms) + " ms " + what + " (" + key + ")";
}

std::string own_limits(const ClockSpec& clock) {
  switch (clock.kind) {
    case ClockKind::per_move:
      return of_key(clock.ms, "a turn", "ms") +
             (clock.late_in_a_row ? ", and fewer than " + std::to_string(*clock.late_in_a_row) +
                                        " late turns in a row (late_in_a_row)"
                                  : "");
    case ClockKind::mean:
      return of_key(clock.ms, "a turn on average", "ms") +
             (clock.burst_ms > 0 ? " and " + of_key(clock.burst_ms, "more in all", "burst_ms") : "");
    case ClockKind::bank:
      return of_key(clock.ms, "in all", "ms") +
             (clock.increment_ms > 0
                  ? " and " + of_key(clock.increment_ms, "more for each turn", "increment_ms")
                  : "");
    case ClockKind::score_rate:
      return of_key(clock.floor_ms, "in all", "floor_ms") + ", or " +
             of_key(clock.ms_per_1000, "for each 1000 points", "ms_per_1000");
  }
  return "";
}

}  // namespace

std::string limits_text(const ClockSpec& clock) {
  std::string text = "at most " + own_limits(clock);
  if (clock.measure != Measure::wall) {
    text += "; " + of_key(clock.wall_ms, "of wall time a turn", "wall_ms");
  }
  return text + "; " + of_key(clock.silence_ms, "of silence", "silence_ms");
}

}  // namespace referee
