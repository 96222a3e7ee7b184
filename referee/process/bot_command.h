#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/process/confinement.h"

namespace referee {

struct Adapter;

/// What a launched bot has as standard input and output.
enum class Stdio : std::uint8_t {
  tcp,  ///< one TCP connection: the kernel stamps what the bot says
  pipe  ///< two pipes, which can be opened anew as /dev/stdin and /dev/stdout; they have no stamps
};

/// "tcp" or "pipe": as configs and command lines have it.
const char* name_of(Stdio stdio);
std::optional<Stdio> stdio_named(std::string_view name);

/// How a bot is started: plain data, the same for every command that starts bots.
struct BotCommand {
  std::vector<std::string> argv;                          ///< the program and its arguments, not empty
  std::optional<Confinement> confinement = std::nullopt;  ///< nothing: it is not confined
  std::filesystem::path folder = {};  ///< to work in where it is not confined; empty: that of the referee
  const Adapter* adapter = nullptr;   ///< a line of adapters(): lets a program play that lacks the protocol
  Stdio stdio = Stdio::tcp;           ///< REQUIRES: tcp with an adapter
  std::vector<gid_t> readers = {};    ///< groups that may read its private copy (PrivateCopies)
};

}  // namespace referee
