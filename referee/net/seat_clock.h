#pragma once

#include <cstdint>

#include "referee/base/time.h"
#include "referee/net/clock_spec.h"

namespace referee {

enum class Ruling {
  in_time,
  late,      ///< this turn counts as no move
  forfeited  ///< the seat is out for the rest of the game
};

/// One seat's clock over a match: what has been charged and what the next answer may take.
class SeatClock {
 public:
  explicit SeatClock(const ClockSpec& spec) : spec_(spec) {}

  /// The most that the answer to the coming turn may be charged and be in time without using the margin.
  /// `score`: the seat's score now; only score_rate looks at it.
  Microseconds left(double score) const;
  /// left() and the margin: a charge is in time exactly if it is not above this.
  Microseconds limit(double score) const;
  /// What too much time means for this kind of clock.
  Ruling overrun() const { return spec_.kind == ClockKind::per_move ? Ruling::late : Ruling::forfeited; }
  /// What a charge for the coming turn would mean; changes nothing.
  Ruling rule(Microseconds charge, double score) const {
    return charge <= limit(score) ? Ruling::in_time : overrun();
  }

  /// Books the charge of one turn.
  void charge(Microseconds spent);
  /// Charged so far.
  Microseconds used() const { return used_; }

  /// How long the seat may stay silent from the start of the coming turn before it is forfeited.
  Microseconds silence_left() const;
  /// A turn ended without any answer after `elapsed` of wall time.
  void silent(Microseconds elapsed) { silence_ += elapsed; }
  /// Any answer, a late one too, ends a silence.
  void heard() { silence_ = Microseconds{0}; }

 private:
  ClockSpec spec_;
  std::int64_t turns_ = 0;
  Microseconds used_{0};
  Microseconds silence_{0};
};

}  // namespace referee
