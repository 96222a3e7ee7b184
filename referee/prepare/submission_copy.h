#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "referee/base/files.h"
#include "referee/base/folder_copy.h"
#include "referee/prepare/archive.h"
#include "referee/prepare/build.h"

namespace referee::prepare {

/// A private copy of a submission, from which it plays: changes of the original meanwhile do not matter, and
/// the copy holds no files of others.
class SubmissionCopy {
 public:
  /// Makes an empty copy at `place`, a new folder that stays, or, for an empty path, among the temporary
  /// files, where it is removed with this object. Throws std::system_error.
  explicit SubmissionCopy(const std::filesystem::path& place);
  ~SubmissionCopy();
  SubmissionCopy(const SubmissionCopy&) = delete;
  SubmissionCopy& operator=(const SubmissionCopy&) = delete;

  const std::filesystem::path& folder() const { return folder_; }

  /// Copies a folder: all files and folders but .git and the paths in `left_out` (those that do not exist do
  /// not matter). Links stay links if they lead to something inside by a relative path. Returns what else was
  /// left out, for people: "x/data, a link that leads outside". Throws BadSubmission for a folder over
  /// `bound`, with too long paths or too many folders in each other, std::filesystem::filesystem_error.
  std::vector<std::string> copy(const std::filesystem::path& from,
                                const std::vector<std::filesystem::path>& left_out,
                                const SizeBound& bound = {}) const;

 private:
  std::optional<ScratchFolder> scratch_;
  std::filesystem::path folder_;
};

/// What follows: a build writes to a copy, maybe as another user; or it is only read.
enum class CopyUse : std::uint8_t { building, playing };
/// Makes the files of a copy ours. All users may read them and run what the owner may run; for building, the
/// user of the build may write. Throws BadSubmission for more folders in each other than a build may make,
/// std::system_error.
void open_copy(const std::filesystem::path& folder, CopyUse use);
/// Removes a copy, also one that may only be read. What cannot be removed stays, with a warning in the log.
void remove_copy(const std::filesystem::path& folder);

/// The folder in the submission at `top` that has to hold all files: there, or else inside the only folder at
/// the top that has it with all required files. Throws BadSubmission, naming the folder, or every required
/// file that is missing.
std::filesystem::path folder_to_build(const std::filesystem::path& top, const Build& build);

}  // namespace referee::prepare
