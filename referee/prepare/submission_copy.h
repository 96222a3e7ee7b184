#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "referee/base/files.h"
#include "referee/base/folder_copy.h"
#include "referee/prepare/archive.h"
#include "referee/prepare/build.h"

namespace referee::prepare {

/// A private copy of a submission, from which it plays: changes of the original meanwhile do not matter, and
/// the copy holds no files of others. Removed with this object.
class SubmissionCopy {
 public:
  /// Makes an empty copy among the temporary files. Throws std::system_error.
  SubmissionCopy() = default;
  ~SubmissionCopy();
  SubmissionCopy(const SubmissionCopy&) = delete;
  SubmissionCopy& operator=(const SubmissionCopy&) = delete;

  const std::filesystem::path& folder() const { return scratch_.path(); }

  /// Copies a folder: all files and folders but .git and the paths in `left_out` (those that do not exist do
  /// not matter). Links stay links if they lead to something inside by a relative path. Returns what else was
  /// left out, for people: "x/data, a link that leads outside". Throws BadSubmission for a folder over
  /// `bound`, with too long paths or too many folders in each other, std::filesystem::filesystem_error.
  std::vector<std::string> copy(const std::filesystem::path& from,
                                const std::vector<std::filesystem::path>& left_out,
                                const SizeBound& bound = {});

  /// What follows: a build writes to the copy, maybe as another user; or it is only read.
  enum class For { building, playing };
  /// Makes the files ours. All users may read them and run what the owner may run; for building, the user of
  /// the build may write. Throws BadSubmission for more folders in each other than a build may make,
  /// std::system_error.
  void open(For use) const;

 private:
  ScratchFolder scratch_;
};

/// The folder in the submission at `top` that has to hold all files: there, or else inside the only folder at
/// the top that has it with all required files. Throws BadSubmission, naming the folder, or every required
/// file that is missing.
std::filesystem::path folder_to_build(const std::filesystem::path& top, const Build& build);

}  // namespace referee::prepare
