#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>

#include "referee/base/folder_copy.h"

namespace referee::score {

/// Bytes of a file's name that a message shows.
inline constexpr std::size_t kMaxShownName = 200;

/// The submission cannot be played: this is the student's result, never a failure of the referee.
class BadSubmission : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The one archive among the files of `folder` whose name matches `pattern` (a shell's); an empty pattern:
/// the one whose name ends in .zip, .tar, .tar.gz or .tgz, nothing if there is none. Throws BadSubmission if
/// there are several, or none with the pattern.
std::optional<std::filesystem::path> find_archive(const std::filesystem::path& folder,
                                                  const std::string& pattern);

/// Unpacks a zip, tar or tar.gz into `to`, an empty folder. Throws BadSubmission for a file that is none of
/// these, is damaged or over `bound`, and, naming it, for an entry that is no file or folder (a link, a
/// device), stands twice, or lies outside (an absolute path, ..); std::system_error if the machine fails.
void unpack_archive(const std::filesystem::path& archive, const std::filesystem::path& to,
                    const SizeBound& bound = {});

}  // namespace referee::score
