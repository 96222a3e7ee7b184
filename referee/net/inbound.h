#pragma once

#include <optional>
#include <variant>

#include "protocol/messages.h"
#include "referee/net/session.h"

namespace referee {

/// A line that is a message known here. Anything else is answered with its error, and nothing is returned:
/// for lines that cannot be the answer to a turn.
std::optional<std::variant<protocol::Hello, protocol::Move>> read_or_answer(Session& session,
                                                                            const Received& line);

}  // namespace referee
