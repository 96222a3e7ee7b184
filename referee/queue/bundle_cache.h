#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "referee/base/file_descriptor.h"

namespace referee::queue {

/// The bots that a worker has unpacked, each once and read-only, by the SHA-256 of its bundle:
///
///     ROOT/SHA256/bot/       its files
///     ROOT/SHA256/content    their content_hash()
///
/// Its size is bounded: what was used longest ago goes first. Not thread-safe.
class BundleCache {
 public:
  /// Takes over `root`, which is made if it does not exist, and removes what is not as it was unpacked.
  /// Throws std::invalid_argument if another one has it, in this process or another; std::system_error.
  BundleCache(std::filesystem::path root, std::uint64_t most_bytes);

  /// Whether a cache has that folder now.
  static bool is_in_use(const std::filesystem::path& root);

  /// The folder of that bot, which must not be changed; nothing: it has to be added.
  std::optional<std::filesystem::path> find(const std::string& sha256);
  /// Unpacks a bundle. Throws prepare::BadSubmission if the bytes are not those of `sha256`, or no
  /// archive; std::system_error.
  std::filesystem::path add(const std::string& sha256, const std::string& bytes);
  /// Unpacks a bundle from a file, which is copied first and may change meanwhile. Throws
  /// prepare::BadSubmission if its bytes are not those of `sha256`, or no archive; std::system_error.
  std::filesystem::path add_file(const std::string& sha256, const std::filesystem::path& file);
  /// A match that plays the bot has begun, or is over: it is not removed meanwhile.
  void hold(const std::string& sha256) { ++entries_.at(sha256).holds; }
  void release(const std::string& sha256) { --entries_.at(sha256).holds; }

 private:
  struct Entry {
    std::uint64_t bytes = 0;
    std::uint64_t used = 0;  // the greater, the later
    int holds = 0;
  };

  void take_over(const std::filesystem::path& folder);
  std::filesystem::path begin_draft(const std::string& sha256) const;
  std::filesystem::path unpack(const std::string& sha256, const std::filesystem::path& draft);
  void make_room(std::uint64_t bytes);

  std::filesystem::path root_;
  FileDescriptor lock_;
  std::uint64_t most_bytes_;
  std::map<std::string, Entry> entries_;
  std::uint64_t clock_ = 0;
};

}  // namespace referee::queue
