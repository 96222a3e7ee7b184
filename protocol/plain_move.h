#pragma once

#include <optional>
#include <string_view>

#include "protocol/messages.h"

namespace protocol {

/// Reads a move as nearly every bot writes it: exactly the keys type, match, turn and move in any
/// order, all ASCII, and no backslash. Nothing for any other line, be it right or wrong: read_line(), which
/// builds a tree of the whole message, gives the same for all that is read here.
std::optional<Move> read_plain_move(std::string_view line);

}  // namespace protocol
