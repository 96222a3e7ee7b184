#include "referee/launch/scratch_folder.h"

#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>

namespace referee {

ScratchFolder::ScratchFolder(uid_t owner) {
  std::string name = (std::filesystem::temp_directory_path() / "referee-scratch-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr || (owner != 0 && ::chown(name.c_str(), owner, owner) != 0)) {
    throw std::system_error(errno, std::generic_category(), "private folder " + name);
  }
  path_ = std::filesystem::canonical(name);
}

ScratchFolder::~ScratchFolder() {
  std::error_code stays;  // among the temporary files
  std::filesystem::remove_all(path_, stays);
}

}  // namespace referee
