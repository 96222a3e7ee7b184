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
  // -U: without what the user has installed privately, which a sandbox does not show either.
  ::execlp("racket", "racket", "-U", driver.c_str(), file.c_str(), nullptr);
  throw std::system_error(errno, std::generic_category(), "cannot start racket");
}

}  // namespace referee

namespace engines {
std::span<const EmbeddedFile> octave_driver();  // made by embed_files
}

namespace referee {
namespace {

namespace fs = std::filesystem;

constexpr const char* kInterpreter = "octave-cli";
constexpr const char* kPlayer = "e7planets_player.m";

// Our own input.m stands before Octave's: no warning about that. Then nothing is printed but what the player
// prints.
constexpr const char* kOctaveProgram =
    "warning('off', 'Octave:shadowed-function'); addpath([pwd '/driver']); cd player; "
    "planets_driver(@planets_stdio);";

/// Without it the driver says that it is missing, and each turn is no move, as in the course.
void copy_player(const fs::path& submission, const fs::path& folder) {
  fs::create_directory(folder);
  const fs::path player = submission / kPlayer;
  if (fs::is_regular_file(player)) {
    fs::copy_file(player, folder / kPlayer);
  }
}

}  // namespace

bool accepts_player_folder(const std::vector<std::string>& words) {
  std::error_code odd;
  return words.size() == 1 && fs::is_directory(words.front(), odd);
}

int play_planets_octave(const std::vector<std::string>& words) {
  const fs::path submission = fs::absolute(words.front());
  const fs::path folder = new_driver_folder();
  write_driver(engines::octave_driver(), ".m", folder / "driver");
  copy_player(submission, folder / "player");
  fs::current_path(folder);
  // More threads would be charged, or be refused by a sandbox on a large machine.
  ::setenv("OPENBLAS_NUM_THREADS", "1", 1);
  ::setenv("OMP_NUM_THREADS", "1", 1);
  std::signal(SIGPIPE, SIG_DFL);
  ::execlp(kInterpreter, kInterpreter, "--norc", "--no-history", "--quiet", "--no-gui", "--no-window-system",
           "--no-line-editing", "--eval", kOctaveProgram, static_cast<char*>(nullptr));
  throw std::system_error(errno, std::generic_category(), kInterpreter);
}

}  // namespace referee
