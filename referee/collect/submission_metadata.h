#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/collect/hand_in.h"

namespace referee::collect {

/// The name of the file in Gradescope's export.
inline constexpr const char* kMetadataFile = "submission_metadata.yml";

/// What Gradescope's export says of one submission.
struct SubmissionMetadata {
  std::string folder;  ///< of its files: "submission_4711"
  std::vector<Submitter> submitters;
  std::optional<UtcTime> at;  ///< ":created_at:"; nothing if it is not there
};

/// Reads `text`, YAML whose keys are Ruby's symbols: a submission's folder, in it ":submitters:", a list of
/// ":name:", ":sid:" and ":email:", and ":created_at:"; all else is passed over. Throws
/// std::invalid_argument, naming `file` and line, for what is not YAML, or of another shape.
std::vector<SubmissionMetadata> read_submission_metadata(std::string_view text, const std::string& file);

}  // namespace referee::collect
