#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <span>
#include <string>
#include <system_error>
#include <vector>

#include "engines/embedded_file.h"
#include "referee/adapt/interpreted.h"
#include "referee/games/planets/parts.h"

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

/// One folder that is there.
bool accepts_player_folder(const std::vector<std::string>& words) {
  std::error_code odd;
  return words.size() == 1 && fs::is_directory(words.front(), odd);
}

/// Becomes Octave, which returns only if it cannot be started: throws std::system_error. What it works with
/// is in a folder of its own below TMPDIR: the player's file alone, as the handout wants it, and our driver.
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

}  // namespace

constexpr Adapter kPlanetsOctave{.name = "planets-octave",
                                 .game = "planets",
                                 .interpreter = kInterpreter,
                                 .package = "octave",
                                 .starts_programs = false,
                                 .expects = "a folder with e7planets_player.m",
                                 .accepts = accepts_player_folder,
                                 .play = play_planets_octave};

}  // namespace referee
