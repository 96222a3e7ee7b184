#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "referee/base/units.h"

namespace referee {

using Json = nlohmann::json;

enum class ClockKind {
  per_move,   ///< ms for each answer
  mean,       ///< total at most turns x ms + burst_ms
  bank,       ///< total at most ms + increment_ms for every turn before
  score_rate  ///< total at most max(floor_ms, score before the answer / 1000 x ms_per_1000)
};

/// What per_move does with a turn whose time is over.
enum class LatePolicy {
  go_on,  ///< the turn counts as no move, and play goes on at once
  wait    ///< the turn counts as no move, but the next turn starts when the late answer has arrived: for
          ///< one-seat games
};

enum class Measure {
  automatic,  ///< cpu for launched bots, wall for dialled ones
  cpu,        ///< processor time of the bot's process; wall time only capped
  wall        ///< time from the turn's last byte sent to the answer's last byte received
};

/// What the rules see of the time that is charged; the clock itself does not change.
enum class RulesTime {
  charged,  ///< all of it: Light Cycle gives a contested cell to the team that was charged less
  none      ///< 0 for every answer, so that the course of a game depends on its answers and verdicts only
};

/// What becomes of the processor time that a bot uses from its answer to its next turn, and from `start` to
/// its first turn.
enum class Ponder {
  free,    ///< it is charged to nobody
  charged  ///< it is added to the charge of the next turn; only where processor time is charged
};

/// A clock as configured: docs/reference/clocks-of-bots.md is for people; PROTOCOL.md has kinds and keys.
/// Values are milliseconds.
struct ClockSpec {
  ClockKind kind = ClockKind::per_move;
  std::int64_t ms = 1000;               ///< per_move, mean, bank: 1..86400000
  LatePolicy late = LatePolicy::go_on;  ///< per_move
  /// per_move: a seat that is late in so many turns in a row is forfeited; at least 1. Nothing: it never is.
  std::optional<std::int64_t> late_in_a_row = {};
  std::int64_t burst_ms = 0;        ///< mean
  std::int64_t increment_ms = 0;    ///< bank
  std::int64_t ms_per_1000 = 5000;  ///< score_rate: for every thousand points
  std::int64_t floor_ms = 5000;     ///< score_rate: at least 1
  std::int64_t init_ms = 10000;     ///< from the launch or connection to hello
  std::int64_t silence_ms =
      60000;  ///< forfeited after so long without any answer; default 2 x most_for_one(), at least 60000
  std::int64_t margin_ms = 0;  ///< an answer at most this late still counts; never taken off the charge
  std::int64_t lag_credit_ms =
      0;  ///< at most this much of the connection's round trip is taken off each charge
  Measure measure = Measure::automatic;
  /// Under cpu: the wall time of one turn; default 20 x ms (or x floor_ms), at most a day.
  std::int64_t wall_ms = 20000;
  RulesTime rules_time = RulesTime::charged;
  Ponder ponder = Ponder::free;  ///< never `charged` with the measure `wall`

  /// Reads a clock; `path` is where it stands, for messages. Throws fields::Exception.
  static ClockSpec read(const Json& json, const std::string& path);
  /// Complete: every key of this kind, defaults included; `late_in_a_row`, `rules_time` and `ponder` only if
  /// they are not the defaults, because older records, which have no such keys, mean the defaults.
  Json json() const;
  /// What one answer may be charged at most, if the ones before took nothing and the score is 0.
  std::int64_t most_for_one() const;
  /// A key that has every seat charged processor time, which can be read of launched bots only.
  struct CpuNeed {
    std::string path;      ///< "clock.measure" or "clock.ponder"
    std::string got;       ///< its value, as JSON
    std::string expected;  ///< the values that need none, as JSON
    /// `clock.measure: got "cpu", expected "auto" or "wall"`
    std::string text() const { return path + ": got " + got + ", expected " + expected; }
  };
  /// Nothing: bots that dial in may play, too.
  std::optional<CpuNeed> cpu_need() const;
  /// What the rules are told of an answer that was charged `spent`.
  Microseconds for_rules(Microseconds spent) const {
    return rules_time == RulesTime::none ? Microseconds{0} : spent;
  }
};

/// "cpu" or "wall".
const char* name_of(Measure measure);

}  // namespace referee
