#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "referee/collect/hand_in.h"

namespace referee::collect {

/// Reads the hand-ins in `folder`: what a learning platform has handed out, unpacked, or a folder of
/// folders, archives and loose files. What systems leave behind is passed over. All may lie in a folder of
/// its own in there. Without `form` the names tell it. Throws std::invalid_argument, naming the folder, if
/// some names are of one platform and some are not, or nothing is in it; and what read_submission_metadata()
/// throws.
Download read_download(const std::filesystem::path& folder, std::optional<Form> form);

}  // namespace referee::collect
