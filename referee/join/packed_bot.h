#pragma once

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace referee {

/// What is handed in: one file.
struct PackedBot {
  std::string name;                        ///< of the file: "bot.tar.gz"
  std::string bytes;                       ///< of the file
  std::vector<std::string> left_out = {};  ///< what is no plain file, and is not in it
};

/// The referee takes no file of that size.
class TooLarge : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What prepare::is_archive() as it is; any other file, or a folder without .git and __pycache__,
/// as a tar.gz: the same files always give the same bytes, and so the same version. Throws
/// std::invalid_argument if `path` is neither, TooLarge for more than `most_bytes`, std::system_error.
PackedBot pack_bot(const std::filesystem::path& path, std::uint64_t most_bytes);

}  // namespace referee
