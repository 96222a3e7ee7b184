#pragma once

#include <filesystem>

#include "referee/collect/hand_in.h"

namespace referee::collect {

/// What becomes of the only archive among the files of a hand-in.
enum class Archives {
  unpack,  ///< it is unpacked, and the other files are laid beside what was in it, or in its only folder
  keep     ///< it stays a file: the build says which archive is to be unpacked
};

/// Lays the files of a hand-in out in `scratch`, an empty folder, and returns the folder that holds them.
/// Throws prepare::BadSubmission for an archive that cannot be unpacked, several archives, or more than
/// SizeBound allows; std::system_error if the machine fails.
std::filesystem::path lay_out(const HandIn& hand_in, const std::filesystem::path& scratch, Archives archives);

}  // namespace referee::collect
