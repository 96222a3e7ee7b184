#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <string_view>

#include "referee/base/file_descriptor.h"

namespace referee {

/// Whether a file has to be on the disk when the call returns.
enum class Sync {
  disk,
  none  ///< no wait: the file is a copy of what the store has
};

/// Writes `text` to `path` so that the file is the old one or the whole new one: when the disk is full, and
/// with Sync::disk after a crash of the machine, too. Throws std::system_error, naming the path.
void write_file_atomically(const std::filesystem::path& path, std::string_view text, Sync sync = Sync::disk);

/// Throws std::invalid_argument, naming the path and the reason, if write_file_atomically would fail: a
/// command checks the files that it was asked for before it does anything.
void check_writable(const std::filesystem::path& path);

/// Makes a folder among the temporary files that only the user of this process may enter; its path
/// has no links. If this process is root, and other users cannot enter the folder that the environment's
/// TMPDIR names, it is in /tmp. `prefix`: how its name begins. The caller removes it. Throws
/// std::system_error.
std::filesystem::path make_private_folder(const std::string& prefix);

/// A private folder among the temporary files; the destructor removes it with all that is in it. If this
/// process is killed, remove_abandoned_scratch_folders() in another one does.
class ScratchFolder {
 public:
  /// `owner`: the user who alone may enter it; 0: that of this process. Throws std::system_error.
  explicit ScratchFolder(uid_t owner = 0);
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  /// Has no links.
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  FileDescriptor lock_;
};

/// Removes the scratch folders of processes that were killed: the kernel has dropped their locks.
void remove_abandoned_scratch_folders();

}  // namespace referee
