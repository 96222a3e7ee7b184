#pragma once

#include <string>
#include <string_view>

#include "referee/base/units.h"
#include "referee/clocks/silence.h"
#include "referee/lab/bot_process.h"
#include "referee/loop/tasks.h"
#include "referee/net/close_reason.h"

namespace referee {

/// Why no line came of a bot that is connected, for its author: "nothing came in 1000 ms: did you flush?".
/// The other arguments: as for advice_on_silence().
std::string why_silent(Awaited awaited, Milliseconds waited, std::string_view unfinished, Microseconds busy,
                       Waits waits = Waits::unknown);

/// What the author of a bot can do that computed or slept instead of sending a line; "" if it did neither.
/// The arguments: as for why_silent().
std::string mend_of_silence(Awaited awaited, Milliseconds waited, std::string_view unfinished,
                            Microseconds busy, Waits waits = Waits::unknown);

/// What the author of a bot can do whose program, nullptr if it has dialled in, is gone.
std::string mend_of_end(Awaited awaited, const BotProcess* process);

/// Why a bot is gone, for its author: "its program has ended: exit status 1". `closed`: why its connection
/// is. `process`: nullptr if it has dialled in; one that still runs has a second to end, and outlives the
/// call. `refusal`: why the referee has refused it; empty if it has not.
Task<std::string> why_gone(CloseReason closed, BotProcess* process, std::string refusal = "");

}  // namespace referee
