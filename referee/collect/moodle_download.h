#pragma once

#include <span>
#include <string_view>

#include "referee/collect/hand_in.h"

namespace referee::collect {

/// Whether a file or folder may have this name among what Moodle's "Download all submissions" hands out.
bool is_moodle_name(std::string_view name);

/// Moodle: folders NAME_NUMBER_assignsubmission_file, with or without "_" behind it, or files whose names
/// begin so. NUMBER is the "Identifier" of the assignment's grading worksheet, or of a group where groups
/// hand in. NAME_NUMBER_assignsubmission_onlinetext is no program.
Download read_moodle(std::span<const Entry> entries);

}  // namespace referee::collect
