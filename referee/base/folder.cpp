#include "referee/base/folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "referee/base/file_descriptor.h"

namespace referee {

void sync_file_system(const std::filesystem::path& folder) {
  const FileDescriptor open(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (open.get() < 0 || ::syncfs(open.get()) != 0) {
    throw_cannot("sync", folder);
  }
}

void ensure_folder(const std::filesystem::path& folder, std::filesystem::perms permissions) {
  std::filesystem::create_directories(folder);
  std::filesystem::permissions(folder, permissions);
}

FileDescriptor lock_folder(const std::filesystem::path& folder) {
  FileDescriptor open(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (open.get() < 0) {
    throw_cannot("open", folder);
  }
  if (::flock(open.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) {
      throw_cannot("lock", folder);
    }
    return {};
  }
  return open;
}

std::uint64_t bytes_in(const std::filesystem::path& folder) {
  std::uint64_t bytes = 0;
  std::error_code missing;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder, missing)) {
    if (!entry.is_symlink() && entry.is_regular_file()) {  // a link may lead in a ring
      bytes += entry.file_size();
    }
  }
  return bytes;
}

}  // namespace referee
