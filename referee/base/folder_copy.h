#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "referee/base/file_descriptor.h"

namespace referee {

/// The largest folder that is copied: a submission, a bot's files.
struct SizeBound {
  std::uint64_t bytes = 256ULL * 1024 * 1024;
  std::size_t files = 10'000;  ///< folders count, too
  /// Bytes of the path of a file in the folder: the path of its copy is somewhat longer, and is bounded by
  /// the system (PATH_MAX).
  std::size_t path = 1000;
  std::size_t depth = 64;  ///< folders that a file may lie in
};

/// A folder is over its bound. The text tells by what: "more than 256 MiB".
class FolderTooLarge : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// Whether a link at `place`, a relative path in a folder, leads by a relative path to something in the
/// folder, whatever other links are there: ".." is only at its beginning, where it leaves folders and no
/// links. REQUIRES: `place` is in normal form.
bool stays_inside(const std::filesystem::path& place, const std::filesystem::path& target);

/// Whether a copy keeps a link at `place`: it stays_inside(), or leads to a file of /usr/bin by its whole
/// path, as the interpreter in a virtual environment of Python does. All may read what is there. Whoever
/// changes the permissions of a copy passes over its links.
bool is_kept(const std::filesystem::path& place, const std::filesystem::path& target);

/// What becomes of the links in a folder that is copied.
enum class CopiedLinks : std::uint8_t {
  kept,     ///< links that is_kept() names stay links, others are left out
  followed  ///< each is copied as what it leads to
};

/// Copies all files and folders in `from`, but .git and those that `left_out` names (it is given paths below
/// FolderTree::top() of `from`), into `to`, an empty folder. Reads as FolderTree does. Returns what else was
/// left out, for people: "x/data, a link that leads outside". Throws FolderTooLarge, and
/// std::filesystem::filesystem_error.
std::vector<std::string> copy_folder(const std::filesystem::path& from, const std::filesystem::path& to,
                                     const std::function<bool(const std::filesystem::path&)>& left_out,
                                     const SizeBound& bound = {}, CopiedLinks links = CopiedLinks::kept);

/// Copies one file, opened as open_named_file() does, to `to`, which is not there. Returns its bytes. Throws
/// FolderTooLarge for more than `bound.bytes`, and std::system_error.
std::uint64_t copy_named_file(const std::filesystem::path& from, const std::filesystem::path& to,
                              const SizeBound& bound = {});

/// Copies what is in `file`, with its permissions, likewise.
std::uint64_t copy_opened_file(const FileDescriptor& file, const std::filesystem::path& to,
                               const SizeBound& bound = {});

/// Copies a file or folder of the course's into a folder, under its own name, with what its links lead
/// to. Throws std::runtime_error if something in it cannot be copied.
void copy_with_links(const std::filesystem::path& from, const std::filesystem::path& into);

}  // namespace referee
