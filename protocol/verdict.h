#pragma once

#include <optional>
#include <string_view>

namespace protocol {

/// What became of a seat's turn. Every one but ok means "no move" for that turn.
enum class Verdict {
  ok,
  late,           ///< no answer, or one too late, by the clock
  illegal,        ///< the right JSON shape, not allowed by the rules
  malformed,      ///< not JSON, or the wrong shape
  oversize,       ///< a line over kMaxLineFromBot
  flood,          ///< far more lines than turns; the connection is closed
  disconnected,   ///< no connection when the turn ended
  no_show,        ///< never came to the match
  forfeited,      ///< out of the game by its clock, from this turn on
  referee_error,  ///< the referee's fault: the match is void
};

/// The word used in messages and records.
std::string_view name_of(Verdict verdict);
/// The verdict of that word, if there is one.
std::optional<Verdict> verdict_of(std::string_view name);

}  // namespace protocol
