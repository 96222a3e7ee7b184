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

/// Whether the words are one file that exists.
bool accepts_scheme_file(const std::vector<std::string>& words) {
  std::error_code odd;
  return words.size() == 1 && fs::is_regular_file(words.front(), odd);
}

/// Replaces this process by Racket, which runs racket/lightcycle.rkt with the file. Throws std::system_error
/// if Racket is missing or the driver cannot be written; it does not return otherwise.
int play_lightcycle_racket(const std::vector<std::string>& words) {
  const fs::path folder = new_driver_folder() / "driver";
  write_driver(engines::racket_driver(), ".rkt", folder);
  const std::string driver = folder / "lightcycle.rkt";
  const std::string file = fs::absolute(words.front());
  ::setenv("PLT_CS_DEBUG", "1", 1);  // messages name lines; programs run as fast as without it
  // -U: ignores packages of the user, because a sandbox does not have them either.
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
                                    .play = play_lightcycle_racket,
                                    .start = kInterpreterStart};

}  // namespace referee
