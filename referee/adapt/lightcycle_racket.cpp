#include "referee/adapt/lightcycle_racket.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <span>
#include <system_error>

#include "engines/embedded_file.h"
#include "referee/adapt/driver.h"

namespace engines {
std::span<const EmbeddedFile> racket_driver();  // made by embed_files
}

namespace referee {
namespace {

namespace fs = std::filesystem;

}  // namespace

bool accepts_scheme_file(const std::vector<std::string>& words) {
  std::error_code odd;
  return words.size() == 1 && fs::is_regular_file(words.front(), odd);
}

int play_lightcycle_racket(const std::vector<std::string>& words) {
  const fs::path folder = new_driver_folder() / "driver";
  write_driver(engines::racket_driver(), ".rkt", folder);
  const std::string driver = folder / "lightcycle.rkt";
  const std::string file = fs::absolute(words.front());
  ::setenv("PLT_CS_DEBUG", "1", 1);  // lines in messages; programs are as fast as without
  // -U: what a user has installed for himself is not there in a sandbox either.
  ::execlp("racket", "racket", "-U", driver.c_str(), file.c_str(), nullptr);
  throw std::system_error(errno, std::generic_category(), "cannot start racket");
}

}  // namespace referee
