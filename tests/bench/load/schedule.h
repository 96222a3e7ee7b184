#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "tests/bench/load/bot_line.h"
#include "tests/bench/load/stamps.h"

namespace load {

/// When a turn is answered.
struct Step {
  enum class Kind {
    now,    ///< as soon as it is read
    split,  ///< as now, in two writes: the JSON, then its newline
    after,  ///< `delay` after the kernel's stamp of its line
    never
  };
  Kind kind = Kind::now;
  Nanoseconds delay = 0;
};

/// Steps by the number of the turn; after the last one it begins again.
class Schedule {
 public:
  /// "now*3,60,never*2": steps with commas between, each perhaps that many times. A number is milliseconds.
  /// Throws std::invalid_argument, which names the step.
  static Schedule parse(const std::string& text);

  Step step(std::int64_t turn) const;

 private:
  struct Run {
    Step step;
    std::int64_t end = 0;  // the first turn after it
  };
  std::vector<Run> runs_;
};

/// Which schedule holds where.
class Schedules {
 public:
  /// At tables `from` to `to`, for one seat, or for all of them. What is added last goes first.
  void add(std::uint32_t from, std::uint32_t to, std::optional<std::int64_t> seat, Schedule schedule);

  /// As soon as possible where nothing was added. The reference stays valid.
  const Schedule& find(const Place& place, std::int64_t seat) const;

 private:
  struct Rule {
    std::uint32_t from;
    std::uint32_t to;
    std::optional<std::int64_t> seat;
    Schedule schedule;
  };
  std::deque<Rule> rules_;
  Schedule otherwise_ = Schedule::parse("now");
};

}  // namespace load
