#pragma once

#include <string>
#include <string_view>

#include "referee/base/units.h"

namespace referee {

/// What a bot owes when nothing comes: the hello with which it begins, or the answer to a turn.
enum class Awaited { hello, answer };

/// What a program waits for that does not compute: for a time, or for its standard input; unknown of one
/// whose process is elsewhere, or waits for something else.
enum class Waits { unknown, sleeps, input };

/// Why a bot is refused whose connection ended before its hello, if it sent nothing else either.
inline constexpr std::string_view kNoHello = "no hello";

/// Whether a program that was `busy` for so long, while it was waited for, never waited for anything itself.
bool computed_all_the_time(Awaited awaited, Microseconds busy, Milliseconds waited);

/// What to tell the author of a bot from which no whole line came. `unfinished`: what came after the latest
/// line end; `busy`: how long its program computed, or wanted to and had no processor, while it was waited
/// for (0 if that is not known), which shows an endless loop; `waited`: for how long; `waits`: what it does
/// now.
std::string advice_on_silence(Awaited awaited, std::string_view unfinished, Microseconds busy,
                              Milliseconds waited, Waits waits = Waits::unknown);

}  // namespace referee
