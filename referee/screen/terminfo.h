#pragma once

#include <optional>
#include <string>

namespace referee::screen {

/// Why the terminal that the environment's TERM names cannot be drawn on; nothing: it can.
std::optional<std::string> terminfo_problem();

}  // namespace referee::screen
