#pragma once

#include <optional>
#include <string>

#include "protocol/verdict.h"
#include "referee/base/time.h"
#include "referee/net/stamp.h"

namespace referee {

/// What the referee has for one seat at the end of its turn, as it goes into the record. Texts are JSON.
struct SeatAnswer {
  std::size_t seat = 0;
  protocol::Verdict verdict = protocol::Verdict::ok;
  std::string move;  ///< applied; empty if none
  std::optional<std::string>
      offered;  ///< refused: JSON, or with offered_cut a JSON string of its first bytes
  bool offered_cut = false;
  std::string fault;                       ///< why it is not ok; plain text
  Microseconds spent{0};                   ///< charged
  bool forfeited = false;                  ///< the clock took the seat out at this turn
  std::optional<StampSource> stamp;        ///< where an answer's time comes from; nothing without an answer
  bool clock_step = false;                 ///< the realtime clock was stepped during the turn
  Microseconds sending{0};                 ///< from the first to the last byte of the turn's line
  std::optional<Microseconds> round_trip;  ///< of the connection, smoothed, where the kernel knows it
  Microseconds loop_lag{0};  ///< how long the referee took to notice the answer, or that there was none
  Microseconds between{0};   ///< processor time from the answer before to this turn: not charged
};

}  // namespace referee
