#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace referee {

/// What a launched bot has as standard input and output.
enum class Stdio : std::uint8_t {
  tcp,  ///< one TCP connection: the kernel stamps what the bot says
  pipe  ///< two pipes, which can be opened anew as /dev/stdin and /dev/stdout; they have no stamps
};

/// "tcp" or "pipe": as configs and command lines have it.
const char* name_of(Stdio stdio);
std::optional<Stdio> stdio_named(std::string_view name);

}  // namespace referee
