#include "referee/process/scratch_folder.h"

#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace referee {

std::filesystem::path make_private_folder(const std::string& prefix, uid_t owner) {
  std::string name = (std::filesystem::temp_directory_path() / (prefix + "-XXXXXX")).string();
  if (::mkdtemp(name.data()) == nullptr || (owner != 0 && ::chown(name.c_str(), owner, owner) != 0)) {
    throw std::system_error(errno, std::generic_category(), "private folder " + name);
  }
  return std::filesystem::canonical(name);
}

ScratchFolder::ScratchFolder(uid_t owner) : path_(make_private_folder("referee-scratch", owner)) {}

ScratchFolder::~ScratchFolder() {
  std::error_code stays;  // among the temporary files
  std::filesystem::remove_all(path_, stays);
}

}  // namespace referee
