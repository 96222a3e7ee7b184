#include "referee/adapt/interpreted.h"

#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <system_error>

#include "engines/embedded_file.h"
#include "referee/base/files.h"

namespace referee {

namespace fs = std::filesystem;

fs::path new_driver_folder() { return make_private_folder("referee-driver"); }

void write_driver(std::span<const engines::EmbeddedFile> files, std::string_view suffix,
                  const fs::path& folder) {
  fs::create_directory(folder);
  for (const engines::EmbeddedFile& source : files) {
    const fs::path path = folder / std::string(source.name).append(suffix);
    std::ofstream file(path, std::ios::binary);
    file << source.text;
    file.close();
    if (!file) {
      throw std::system_error(errno, std::generic_category(), "cannot write " + path.string());
    }
  }
}

}  // namespace referee
