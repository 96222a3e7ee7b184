#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>

namespace referee {

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
