#pragma once

#include <dirent.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "referee/base/file_descriptor.h"
#include "referee/base/reader.h"

namespace referee {

/// Which symbolic links a path may have.
enum class Follow : std::uint8_t {
  no_link,
  links_inside,  ///< links that never lead out of the folder, by relative paths
  all_links
};

/// Whether errno tells that something is no longer there, or no longer what it was.
bool has_changed();

struct CloseFolder {
  void operator()(DIR* folder) const { ::closedir(folder); }
};
using OpenFolder = std::unique_ptr<DIR, CloseFolder>;

/// A folder that somebody may change while it is read, where root may be the one who reads. Everything in it
/// is opened step by step from the folder itself, with the rights of the folder's owner; or of the owner of
/// the first link on the way to the folder that is not root's, who could have it lead elsewhere.
class FolderTree {
 public:
  /// Throws std::filesystem::filesystem_error.
  explicit FolderTree(const std::filesystem::path& top);

  /// Its path, without links.
  const std::filesystem::path& top() const { return top_; }
  /// Nothing: it is read with the rights of this process.
  std::optional<uid_t> read_as() const { return reader_.other_user(); }
  /// `place`: a relative path; empty: the folder itself. Without a descriptor if it has changed, or if the
  /// owner may not open it (errno). Throws std::filesystem::filesystem_error.
  FileDescriptor open(const std::filesystem::path& place, int flags, Follow follow = Follow::no_link) const;
  /// A regular file, to be read. Without a descriptor if it is none, too.
  FileDescriptor open_file(const std::filesystem::path& place, Follow follow = Follow::no_link) const;
  /// Null if it has changed.
  OpenFolder folder(const std::filesystem::path& place, Follow follow = Follow::no_link) const;
  /// Where a link leads; nothing if it has changed.
  std::optional<std::filesystem::path> target(const std::filesystem::path& place) const;
  /// Throws std::filesystem::filesystem_error with errno.
  [[noreturn]] void fail(const std::filesystem::path& place) const;

 private:
  std::filesystem::path top_;
  FileDescriptor root_;
  Reader reader_;
};

/// The path without links. Where root asks, and a link on the way is another user's, nothing: who made that
/// link could have it lead elsewhere, and the path as it was written still tells so. Nothing, too, if it
/// leads nowhere.
std::optional<std::filesystem::path> path_without_links(const std::filesystem::path& path);

/// Opens a regular file, as a person has named it, to be read; links are followed, from the first one that is
/// not root's with the rights of its owner. Throws std::filesystem::filesystem_error.
FileDescriptor open_named_file(const std::filesystem::path& file);

/// The first bytes of such a file, at most `most`; none if it cannot be read.
std::string first_bytes_of(const std::filesystem::path& file, std::size_t most);

}  // namespace referee
