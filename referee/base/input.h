#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/record_limits.h"

namespace referee {

/// The most that a command reads of a file that people write: a tournament file, a list, moves.
inline constexpr std::size_t kMaxTextMib = 16;
/// The most that a command reads of a record, or of a report of a tournament of others: no record is longer.
inline constexpr std::size_t kMaxRecordMib = protocol::kMaxRecord / (1024 * 1024);

/// "FILE: cannot be read: no such file": the message on a file or folder that cannot be opened or read, with
/// the reason. `error`: errno.
std::string unreadable_text(const std::filesystem::path& file, int error);

/// The text of a descriptor from where it stands to its end, of at most `max_mib` MiB; signals do not end it.
/// Throws std::invalid_argument, with `name`, if it cannot be read or is longer.
std::string read_to_end(int fd, const std::string& name, std::size_t max_mib);

/// The whole text of a file, of a device or of a pipe, of at most `max_mib` MiB: no more is read of what
/// never ends, such as /dev/zero. Throws std::invalid_argument, naming it, if it cannot be read or is larger.
std::string read_whole_file(const std::filesystem::path& file, std::size_t max_mib);

/// Text that a person has written, in whatever editor and on whatever system, as all readers expect it:
/// UTF-16 becomes UTF-8, a byte order mark and a Ctrl-Z at the end are left out, and lines end with LF, where
/// they ended with CRLF or CR.
std::string plain_text(std::string_view text);

/// plain_text() of a file of at most `max_mib` MiB. Throws std::invalid_argument, naming it, if it cannot be
/// read or is larger.
std::string read_small_file(const std::filesystem::path& file, std::size_t max_mib = kMaxTextMib);

/// The whole text of a file that is the referee's own or the kernel's, of any size; nothing if it cannot be
/// read.
std::optional<std::string> read_own_file(const std::filesystem::path& file);

/// The whole text of standard input, of at most `max_mib` MiB. Throws std::invalid_argument, naming it
/// "stdin", if it cannot be read or is larger.
std::string read_standard_input(std::size_t max_mib);

}  // namespace referee
