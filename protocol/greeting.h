#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "protocol/messages.h"

namespace protocol {

/// A message of a known kind; or the line with the error that answers anything else. For lines that cannot be
/// the answer to a turn. `oversize`: `line` is the beginning of one over kMaxLineFromBot.
std::variant<Hello, Move, std::string> read_or_reply(std::string_view line, bool oversize);

/// A line that is no hello with which this version plays.
struct NoHello {
  std::string reply;         ///< the line that answers it
  std::string refusal = {};  ///< why this bot cannot play here, for people; empty: its hello may still come
};

/// The first words of a bot: a hello of a bot with a version in common, or what is said instead.
std::variant<Hello, NoHello> read_greeting(std::string_view line, bool oversize);

}  // namespace protocol
