#pragma once

#include <sys/types.h>

#include <filesystem>

namespace referee {

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
