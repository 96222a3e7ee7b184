#pragma once

#include <optional>
#include <string>

#include "referee/base/time.h"
#include "referee/net/clock_spec.h"

namespace referee {

/// What a turn may take where a stall of this machine would be charged to a bot: `ms` of the kinds per_move
/// and mean. Nothing if no seat is on the wall clock, nor for bank and score_rate, whose time is for the
/// whole game: a stall is a small part of it. `dialled`: whether anybody dials in, who is on the wall clock
/// unless the clock says otherwise.
std::optional<Milliseconds> wall_budget(const ClockSpec& clock, bool dialled);

/// What to tell the operator of a machine that has let a thread wait for `stall`, and what to do; nothing
/// while that is at most a quarter of the budget.
std::optional<std::string> stall_warning(Milliseconds budget, Microseconds stall);

}  // namespace referee
