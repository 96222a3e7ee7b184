#include "referee/cli/file_text.h"

#include <filesystem>
#include <fstream>
#include <iterator>

namespace referee {

std::optional<std::string> file_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file || std::filesystem::is_directory(path)) {
    return std::nullopt;
  }
  return std::string(std::istreambuf_iterator<char>(file), {});
}

}  // namespace referee
