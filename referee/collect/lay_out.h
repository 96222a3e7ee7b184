#pragma once

#include <filesystem>

#include "referee/collect/hand_in.h"

namespace referee::collect {

/// Copies the files of a hand-in into `files`, an empty folder. Archives stay as they are. Throws
/// prepare::BadSubmission for more than SizeBound allows and for what cannot be read; std::system_error if
/// the machine fails.
void lay_out(const HandIn& hand_in, const std::filesystem::path& files);

}  // namespace referee::collect
