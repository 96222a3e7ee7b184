#pragma once

#include <string>
#include <string_view>

#include "protocol/messages.h"

namespace protocol {

/// In `features` of hello: the bot can play another match in the same process. Told `new_match`, it forgets
/// the last one and says hello again.
inline constexpr std::string_view kNewMatch = "new_match";

/// Whether that is among them.
bool takes_new_match(const Hello& hello);

/// Asks the bot to do so.
std::string new_match_line();

}  // namespace protocol
