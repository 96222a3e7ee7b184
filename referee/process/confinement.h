#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// What a launched bot has as standard input and output.
enum class Stdio : std::uint8_t {
  tcp,  ///< one TCP connection: the kernel stamps what the bot says
  pipe  ///< two pipes, which can be opened anew as /dev/stdin and /dev/stdout; they have no stamps
};

/// "tcp" or "pipe": as configs and command lines have it.
const char* name_of(Stdio stdio);
std::optional<Stdio> stdio_named(std::string_view name);

struct Adapter;

/// What a confined program may use and see. Everything else of the machine is out of its reach: other
/// people's files, the network, other processes.
struct Confinement {
  /// Its own files, and its working directory: read-only, unless `writable`. Readable for all users. Empty:
  /// it has none, and works in its private temporary folder.
  /// A writable folder belongs to the program's own user while it runs, if the referee is root, and to root
  /// afterwards.
  std::filesystem::path folder;
  bool writable = false;
  /// Folders and files beside the system's own that it may read, such as an interpreter in /opt.
  std::vector<std::filesystem::path> readable;
  /// What it must not see although it is in `folder`: the store, the reports. Of a file also those beside it
  /// whose names begin like its own.
  std::vector<std::filesystem::path> hidden;

  std::int64_t memory_mib = 1024;
  std::int64_t processes = 64;    ///< threads and, from `bwrap` on, processes; `basic` has one process
  std::int64_t scratch_mib = 64;  ///< its private /tmp, and the largest file that it may write
  std::int64_t cpu_s = 3600;      ///< processor time of its whole life: the last resort
  /// May start programs at `basic` as well, as a compiler does.
  bool forks = false;
};

/// A command to be launched, and how it is confined; nothing: it is not.
struct BotCommand {
  std::vector<std::string> argv;
  std::optional<Confinement> confinement = std::nullopt;
  std::filesystem::path folder = {};  ///< to work in where it is not confined; empty: that of the referee
  const Adapter* adapter = nullptr;   ///< lets it play although it does not speak the protocol
  Stdio stdio = Stdio::tcp;           ///< REQUIRES: tcp with an adapter
};

/// The confinement of a bot's command where nobody has named a folder: that of the program or of the first
/// argument that is a file, unless it is the system's; else none.
Confinement default_confinement(const std::vector<std::string>& argv);

}  // namespace referee
