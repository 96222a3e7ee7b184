#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

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
/// folder.
bool stays_inside(const std::filesystem::path& place, const std::filesystem::path& target);

/// Copies all files and folders in `from`, but .git and those that `left_out` names (it is given paths below
/// the canonical path of `from`), into `to`, an empty folder. Links stay links if they lead to something
/// inside by a relative path. Returns what else was left out, for people: "x/data, a link that leads
/// outside". Throws FolderTooLarge, and std::filesystem::filesystem_error.
std::vector<std::string> copy_folder(const std::filesystem::path& from, const std::filesystem::path& to,
                                     const std::function<bool(const std::filesystem::path&)>& left_out,
                                     const SizeBound& bound = {});

}  // namespace referee
