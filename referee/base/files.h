#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace referee {

/// All that a file holds; nothing if it cannot be read.
std::optional<std::string> file_text(const std::string& path);

/// Whether a file has to be on the disk when the call returns.
enum class Sync {
  disk,
  none  ///< a copy of what is safe elsewhere: no wait
};

/// Writes `text` to `path` so that with a full disk, and with Sync::disk after a crash of the machine, there
/// is the old file or the whole new one. Throws std::system_error, naming the path.
void write_file_atomically(const std::filesystem::path& path, std::string_view text, Sync sync = Sync::disk);

/// Throws std::invalid_argument, naming the path and why, if write_file_atomically could not do so: for what
/// is asked for on a command line, before anything is done.
void check_writable(const std::filesystem::path& path);

}  // namespace referee
