#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "protocol/require.h"
#include "protocol/sha256.h"
#include "referee/base/file_descriptor.h"
#include "referee/versions/version_folder.h"

namespace referee::versions {

/// A file that is being handed in: written as it arrives, with its digest. Removed by the destructor unless
/// keep() was called; if the program is killed, by the next one. For one thread.
class IncomingFile {
 public:
  /// `name`: of the file, by safe_file_name(). Throws std::system_error.
  IncomingFile(const VersionFolder& folder, const std::string& name);
  ~IncomingFile();
  IncomingFile(IncomingFile&& other) noexcept;
  IncomingFile& operator=(IncomingFile&&) = delete;

  /// Throws std::system_error: the disk is full, or broken.
  void write(std::string_view bytes);
  /// Returns when all of it is on the disk. Throws std::system_error. Nothing is written afterwards.
  void finish();
  /// From now on somebody else removes the file.
  void keep() { folder_.clear(); }

  std::uint64_t bytes() const { return bytes_; }
  /// Hex. REQUIRES: finish() was called.
  const std::string& sha256() const {
    REQUIRE(!sha256_.empty());
    return sha256_;
  }
  /// The name of its folder in VersionFolder::files(). REQUIRES: keep() was not called.
  std::string folder_name() const {
    REQUIRE(!folder_.empty());
    return folder_.filename().string();
  }
  const std::string& name() const { return name_; }

 private:
  std::filesystem::path folder_;  // empty: it is not ours to remove
  std::string name_;
  FileDescriptor file_;
  protocol::Sha256 digest_;
  std::string sha256_;
  std::uint64_t bytes_ = 0;
};

}  // namespace referee::versions
