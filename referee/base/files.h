#pragma once

#include <sys/types.h>

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

/// A new folder among the temporary files that only `owner` may enter (0: ours), without links on the way.
/// `prefix`: how its name begins. It stays. Throws std::system_error.
std::filesystem::path make_private_folder(const std::string& prefix, uid_t owner = 0);

/// A private folder among the temporary files, removed with all that is in it when this object goes.
class ScratchFolder {
 public:
  /// `owner`: 0: ours. Throws std::system_error.
  explicit ScratchFolder(uid_t owner = 0);
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  /// Without links on the way.
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace referee
