#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engines/game.h"
#include "referee/base/units.h"
#include "referee/clocks/clock_spec.h"
#include "referee/lab/asked_seat.h"
#include "referee/record/match_result.h"

namespace referee {

/// One turn, then and now.
struct AskedTurn {
  std::int64_t number = 0;
  SeatAnswer then;  ///< the answer in the record
  NewAnswer now;
  /// What was answered, as JSON text, whatever became of it: a legal move as the record would have it, else
  /// what the bot sent. Empty: nothing.
  std::string then_text;
  std::string now_text;

  /// Whether the answers differ: another answer, or one that was no move then and is one now, or the other
  /// way round. Times make no difference.
  bool differs() const;
};

/// What a bot has answered to the views of a recorded seat.
struct AskReport {
  Measure measure = Measure::wall;  ///< of AskedTurn::then and of what is compared with it
  std::vector<AskedTurn> turns;
  std::size_t to_ask = 0;   ///< turns; fewer were asked if the bot was asked no more
  bool had_past = false;    ///< the bot was given the turns before the first as the past
  std::string stderr_text;  ///< of the bot: the newest bytes

  std::vector<std::int64_t> differing() const;
  /// The turns whose answers now came too late for the record's clock.
  std::vector<std::int64_t> late() const;
  /// Whether the bot has not answered a turn, and so was asked no more.
  bool broken_off() const { return !turns.empty() && turns.back().now.kind != NewAnswer::Kind::answered; }
};

/// The text of an answer, as AskedTurn has it. `position`: a copy of the game as it stood, which may be
/// changed.
std::string text_of_answer(const SeatAnswer& answer, engines::Game& position);

/// What turns have cost, by the measure of the record.
struct AskCost {
  Microseconds then{0};
  Microseconds now{0};
  std::size_t turns = 0;
};
/// The sum over the turns whose answers differ, or over those whose answers are the same if `differing` is
/// false. Only turns that the bot has answered both then and now count.
AskCost cost_of(const AskReport& report, bool differing);

}  // namespace referee
