#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engines/embedded_file.h"

namespace referee {

/// A new folder among the temporary files, for a process that becomes another program: this program cannot
/// remove it, the one that launched us does. Throws std::system_error.
std::filesystem::path new_driver_folder();
/// Writes the files of a driver into a new folder; `suffix`: ".m". Throws std::system_error.
void write_driver(std::span<const engines::EmbeddedFile> files, std::string_view suffix,
                  const std::filesystem::path& folder);

}  // namespace referee
