#include "referee/command/beside_program.h"

#include <system_error>

#include "referee/process/program.h"

namespace referee {

namespace fs = std::filesystem;

std::optional<fs::path> beside_program(const fs::path& inside, const fs::path& file, int up) {
  fs::path prefix = fs::path(this_program()).parent_path();
  for (int height = 0; height <= up; ++height, prefix = prefix.parent_path()) {
    if (std::error_code missing; fs::is_regular_file(prefix / inside / file, missing)) {
      return prefix / inside;
    }
  }
  return std::nullopt;
}

}  // namespace referee
