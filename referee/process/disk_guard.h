#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "referee/net/tasks.h"
#include "referee/process/process.h"

namespace referee {

/// A folder on a real disk that a confined program writes to, and how much it may have in it.
struct DiskAllowance {
  std::filesystem::path folder;
  std::uintmax_t bytes = 0;
};

/// What is in `folder`, on the disk; a number beyond all measure if it is too much to count.
std::uintmax_t disk_used(const std::filesystem::path& folder);

/// Looks at the folders now and then until `process` has ended, and kills it once there is too much in one.
/// The kernel bounds a single file, and nothing else where a folder has no file system of its own.
Task<> guard_disk(Tasks& tasks, std::shared_ptr<Process> process, std::vector<DiskAllowance> folders);

}  // namespace referee
