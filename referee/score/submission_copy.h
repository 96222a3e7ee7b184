#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "referee/base/files.h"
#include "referee/score/archive.h"
#include "referee/score/rubric.h"

namespace referee::score {

/// A private copy of a submission, from which it plays: what happens to the original meanwhile does not
/// matter, and beside it there is nothing that is not the submission's. Gone with this object.
class SubmissionCopy {
 public:
  /// Makes an empty one among the temporary files. Throws std::system_error.
  SubmissionCopy() = default;
  ~SubmissionCopy();
  SubmissionCopy(const SubmissionCopy&) = delete;
  SubmissionCopy& operator=(const SubmissionCopy&) = delete;

  const std::filesystem::path& folder() const { return scratch_.path(); }

  /// Copies a folder: all files and folders but .git and what is among `left_out` (paths; those that do not
  /// exist do not matter). Links stay links if they lead to something inside by a relative path. Returns what
  /// was left out beside that, for people: "x/data, a link that leads outside". Throws std::invalid_argument
  /// for one over `bound`, std::filesystem::filesystem_error.
  std::vector<std::string> copy(const std::filesystem::path& from,
                                const std::vector<std::filesystem::path>& left_out,
                                const SizeBound& bound = {});

  /// What is done with it next: it is written to, maybe by another user, or it is read only.
  enum class For { building, playing };
  /// Makes it ours, lets everybody read all of it and run what its owner may run, and whoever builds write.
  void open(For use) const;

 private:
  ScratchFolder scratch_;
};

/// The folder of what was handed in, at `top`, in which everything has to be. Throws BadSubmission, naming
/// the folder, or every required file that is missing.
std::filesystem::path folder_to_build(const std::filesystem::path& top, const Build& build);

}  // namespace referee::score
