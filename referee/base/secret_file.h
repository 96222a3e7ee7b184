#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace referee {

/// The token or code in a file, as plain_text() without the blanks around it; nothing if the file does not
/// exist or is empty. Throws std::invalid_argument, naming the file but never showing its text, if it cannot
/// be read or holds anything but one word of at most 1024 bytes.
std::optional<std::string> read_secret_file(const std::filesystem::path& path);

/// Replaces the file as a whole, readable and writable for its owner only. Throws std::system_error, naming
/// the file; the old file then stays.
void write_secret_file(const std::filesystem::path& path, const std::string& secret);

}  // namespace referee
