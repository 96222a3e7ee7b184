#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "referee/collect/hand_in.h"

namespace referee::collect {

/// Copies the files of a hand-in into `files`, an empty folder. Archives stay as they are. Returns what was
/// left out, for people: "x/data, a link that leads outside". Throws prepare::BadSubmission for more than
/// SizeBound allows and for what cannot be read; std::system_error if the machine fails.
std::vector<std::string> lay_out(const HandIn& hand_in, const std::filesystem::path& files);

}  // namespace referee::collect
