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
  /// Files and folders without which it cannot play: if one of them is missing, it is not started.
  std::vector<std::filesystem::path> files = {};
};

/// What `command` needs of the files that it names, as they are now: the program if it is a path, arguments
/// that are files, the folder that it may see.
std::vector<std::filesystem::path> files_of(const BotCommand& command);

/// The first of `command.files` that is missing now; nothing if all of them are there.
std::optional<std::filesystem::path> missing_file(const BotCommand& command);

}  // namespace referee
