#include "referee/adapt/lightcycle_racket.h"

#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <span>
#include <system_error>

#include "engines/embedded_file.h"
#include "referee/launch/scratch_folder.h"

namespace engines {
std::span<const EmbeddedFile> racket_driver();
}

namespace referee {
namespace {

namespace fs = std::filesystem;

void write_driver(const fs::path& folder) {
  for (const engines::EmbeddedFile& file : engines::racket_driver()) {
    const fs::path path = folder / (std::string(file.name) + ".rkt");
    std::ofstream out(path);
    out << file.text;
    out.close();
    if (!out) {
      throw std::system_error(errno, std::generic_category(), "cannot write " + path.string());
    }
  }
}

}  // namespace

bool accepts_scheme_file(const std::vector<std::string>& words) {
  std::error_code odd;
  return words.size() == 1 && fs::is_regular_file(words.front(), odd);
}

int play_lightcycle_racket(const std::vector<std::string>& words) {
  const ScratchFolder folder;  // stays if all goes well: it is in the private one
  write_driver(folder.path());
  const std::string driver = folder.path() / "lightcycle.rkt";
  const std::string file = fs::absolute(words.front());
  // -U: what a user has installed for himself is not there in a sandbox either.
  ::execlp("racket", "racket", "-U", driver.c_str(), file.c_str(), nullptr);
  throw std::system_error(errno, std::generic_category(), "cannot start racket");
}

}  // namespace referee
