#pragma once

#include <algorithm>
#include <cstdint>

#include "referee/base/units.h"
#include "referee/clocks/clock_spec.h"
#include "referee/clocks/stamp.h"

namespace referee {

enum class Ruling {
  in_time,
  late,      ///< this turn counts as no move
  forfeited  ///< the seat is out for the rest of the game
};

/// A limit on the time of a turn.
enum class TimeLimit : std::uint8_t {
  none,
  clock,    ///< what the seat's clock leaves for the answer
  wall,     ///< wall_ms: wall time of a turn that is charged processor time
  silence,  ///< silence_ms: how long a seat may be silent
};

/// For people, and as clocks have it in JSON: "time", "wall_ms" or "silence_ms"; "" for none.
const char* name_of(TimeLimit limit);

/// One seat's clock over a match: what has been charged and what the next answer may take.
class SeatClock {
 public:
  explicit SeatClock(const ClockSpec& spec) : spec_(spec) {}

  /// The most that the answer to the coming turn may be charged and be in time without using the margin.
  /// `score`: the seat's score now; only score_rate looks at it.
  Microseconds left(double score) const;
  /// left() and the margin: a charge is in time exactly if it is at most this.
  Microseconds limit(double score) const;
  /// What too much time in the coming turn means.
  Ruling overrun() const {
    const bool once_more = !spec_.late_in_a_row || late_in_a_row_ + 1 < *spec_.late_in_a_row;
    return spec_.kind == ClockKind::per_move && once_more ? Ruling::late : Ruling::forfeited;
  }
  /// What a charge for the coming turn would mean; changes nothing.
  Ruling rule(Microseconds charge, double score) const {
    return charge <= limit(score) ? Ruling::in_time : overrun();
  }

  /// Books the charge of one turn. `late`: its verdict; any other one ends a row of late turns.
  void charge(Microseconds spent, bool late = false);
  /// Charged so far.
  Microseconds used() const { return used_; }

  /// How long the seat may stay silent from the start of the coming turn before it is forfeited.
  Microseconds silence_left() const;
  /// A turn ended without any answer after `elapsed` of wall time.
  void silent(Microseconds elapsed) { silence_ += elapsed; }
  /// Any answer, a late one too, ends a silence.
  void received() { silence_ = Microseconds{0}; }
  /// How long the seat has been silent, over turns in a row.
  Microseconds silence() const { return silence_; }

 private:
  ClockSpec spec_;
  std::int64_t turns_ = 0;
  std::int64_t late_in_a_row_ = 0;  // turns, up to the newest
  Microseconds used_{0};
  Microseconds silence_{0};
};

/// The time of one open turn of one seat: rules on an answer, and on a silence. Deadlines are absolute: they
/// count from the moment at which the turn was sent, and other lines in between do not move them.
class TurnClock {
 public:
  struct Terms {
    TimePoint sent;            ///< when the line of the turn left
    Measure measure;           ///< cpu or wall
    Microseconds credit{0};    ///< lag credit, taken off a wall charge
    double score = 0;          ///< the seat's score before the answer
    Microseconds extra{0};     ///< time on top of all limits of this turn, which is not charged either
    Microseconds pondered{0};  ///< processor time from before the turn that it is charged, too
  };

  /// `clock` must outlive the turn and not be charged while it is open.
  TurnClock(const ClockSpec& spec, const SeatClock& clock, const Terms& terms);

  struct Charge {
    Microseconds spent{0};
    Ruling ruling = Ruling::in_time;
    TimeLimit passed = TimeLimit::none;
  };
  /// Rules on an answer whose arrival was measured as `at`, and was certainly not before `earliest`. It is
  /// late only if both times are late; if only `at` is, it is charged all that was left. `cpu`: processor
  /// time used since the turn was sent; ignored on the wall clock.
  Charge answered(TimePoint at, TimePoint earliest, Microseconds cpu) const;

  /// A late answer to an earlier turn has come at `at`: only the silence from then on counts.
  void end_silence(TimePoint at) {
    heard_ = std::max(heard_, since_sent(at));
    silence_left_ = std::max(silence_left_, whole_silence_ + heard_);
  }
  /// From the start of this turn to what end_silence() was told; 0 if it was told nothing, or of a time
  /// before.
  Microseconds heard() const { return heard_; }

  /// What an answer that arrived at `at` would be charged by wall time.
  Microseconds wall_time(TimePoint at) const { return wall_charge(terms_.sent, at, terms_.credit); }

  /// The charge for a seat whose bot has gone, as the referee learns at `now`: the time that has passed, and
  /// at most what the clock left, because the bot may have gone earlier. Over its budget is only a seat that
  /// had none left before the turn.
  Charge gone(TimePoint now, Microseconds cpu) const;

  struct Silence {
    Ruling ruling = Ruling::in_time;
    Microseconds spent{0};    ///< the least charge that proves the ruling; while in time: the charge so far
    Microseconds elapsed{0};  ///< wall time since the turn was sent
    TimePoint next_check;     ///< while in time: the ruling cannot change before this without an answer
    TimeLimit passed = TimeLimit::none;
  };
  /// Rules on a turn without an answer at `now`. REQUIRES: all that had arrived by then has been read.
  Silence unanswered(TimePoint now, Microseconds cpu) const;

  /// Rules on a turn without an answer at `now` that per_move with the policy "wait" has ruled late: only
  /// silence_ms counts from then on. REQUIRES: all that had arrived by then has been read.
  Silence after_late(TimePoint now, Microseconds cpu) const;

  /// The most that this answer may be charged without using the margin.
  Microseconds left() const { return left_; }
  /// left() and the margin: a charge above this is not in time.
  Microseconds limit() const { return limit_; }
  /// When the line of the turn left.
  TimePoint sent() const { return terms_.sent; }
  /// Wall time that this turn may take under cpu.
  Microseconds wall_cap() const { return wall_cap_; }
  /// How long the seat may be silent from the start of this turn.
  Microseconds silence_left() const { return silence_left_; }

 private:
  /// Processor time that counts: what exceeds the extra time.
  Microseconds counted(Microseconds cpu) const {
    return std::max(Microseconds{0}, cpu + terms_.pondered - terms_.extra);
  }
  Microseconds since_sent(TimePoint time) const { return whole_microseconds(time - terms_.sent); }
  Charge ruled_at(TimePoint at, Microseconds cpu) const;
  Silence unanswered_on_wall(TimePoint now) const;
  Silence unanswered_on_cpu(TimePoint now, Microseconds cpu) const;
  Silence silent_too_long(Microseconds elapsed, Microseconds spent) const;
  Microseconds least_overrun() const;
  void grow_with_the_score();

  Terms terms_;
  Microseconds left_;
  Microseconds limit_;
  Microseconds wall_cap_;
  Microseconds heard_{0};
  Microseconds silence_left_;
  Microseconds whole_silence_;  // silence_left_ without a silence before the turn
  Ruling overrun_;
};

}  // namespace referee
