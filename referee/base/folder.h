#pragma once

#include <cstdint>
#include <filesystem>

#include "referee/base/file_descriptor.h"

namespace referee {

/// Returns once all that was written to the file system of `folder` is on the disk. Throws std::system_error.
void sync_file_system(const std::filesystem::path& folder);

/// Makes a folder, and those above it that are missing. It has exactly these permissions, whatever the umask
/// is, also if it was there. Throws std::filesystem::filesystem_error.
void ensure_folder(const std::filesystem::path& folder, std::filesystem::perms permissions);

/// The lock of a folder, which the kernel frees when the process ends, however it ends; nothing if another
/// one has it. Throws std::system_error.
FileDescriptor lock_folder(const std::filesystem::path& folder);

/// Bytes of all files in `folder`, links not followed. 0 if it does not exist.
std::uint64_t bytes_in(const std::filesystem::path& folder);

}  // namespace referee
