#pragma once

#include <span>

#include "referee/collect/hand_in.h"
#include "referee/collect/submission_metadata.h"

namespace referee::collect {

/// Gradescope's export: a folder for each submission, or a file, and what kMetadataFile says of it. A
/// submission of which there is no folder is a hand-in with a problem.
Download read_gradescope(std::span<const Entry> entries, const std::vector<SubmissionMetadata>& metadata);

}  // namespace referee::collect
