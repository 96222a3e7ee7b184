#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "bench/load/bot_line.h"
#include "bench/load/stamps.h"

namespace load {

/// When a bot answers a turn.
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

/// Steps by the number of the turn; after the last step it begins again.
class Schedule {
 public:
  /// "now*3,60,never*2": steps separated by commas; `*3` repeats a step. A number is milliseconds. Throws
  /// std::invalid_argument, which names the step.
  static Schedule parse(const std::string& text);

  Step step(std::int64_t turn) const;

 private:
  struct Run {
    Step step;
    std::int64_t end = 0;  // the first turn after it
  };
  std::vector<Run> runs_;
};

/// The schedules of all tables and seats.
class Schedules {
 public:
  /// For tables `from` to `to`, and one seat or all. A later schedule overrides an earlier one.
  void add(std::uint32_t from, std::uint32_t to, std::optional<std::int64_t> seat, Schedule schedule);

  /// Answers as soon as possible if no schedule was added. The reference stays valid.
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
