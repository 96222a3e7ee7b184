#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <span>
#include <string>
#include <system_error>
#include <vector>

#include "engines/embedded_file.h"
#include "referee/adapt/interpreted.h"
#include "referee/games/lightcycle/parts.h"

namespace engines {
std::span<const EmbeddedFile> racket_driver();  // made by embed_files
}

namespace referee {
namespace {

namespace fs = std::filesystem;

/// One file of Scheme that is there.
bool accepts_scheme_file(const std::vector<std::string>& words) {
  std::error_code odd;
  return words.size() == 1 && fs::is_regular_file(words.front(), odd);
}

/// Becomes Racket, which runs racket/lightcycle.rkt with the file. Returns only by throwing
/// std::system_error: there is no Racket, or no room for the driver.
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

}  // namespace

constexpr Adapter kLightcycleRacket{.name = "lightcycle-racket",
                                    .game = "lightcycle",
                                    .interpreter = "racket",
                                    .package = "racket",
                                    .starts_programs = false,
                                    .expects = "a Scheme file that defines LightCycle_first_last",
                                    .accepts = accepts_scheme_file,
                                    .play = play_lightcycle_racket};

}  // namespace referee
