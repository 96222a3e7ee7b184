#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <span>
#include <stdexcept>
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
constexpr const char* kMissing = "E7PLANETS_MISSING";  // tells planets_player_problem.m why there is no file

// Our own input.m replaces Octave's; the program switches off the warning about that, so that only the player
// prints.
constexpr const char* kOctaveProgram =
    "warning('off', 'Octave:shadowed-function'); addpath([pwd '/driver']); cd player; "
    "planets_driver(@planets_stdio);";

/// Whether a learning platform may have made this name of e7planets_player.m: "e7planets_player-4.m",
/// "ada_LATE_7_e7planets_player (1).m".
bool is_player_renamed(std::string name) {
  std::ranges::transform(name, name.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return !name.starts_with('.') && name.ends_with(".m") && name.find("e7planets_player") != std::string::npos;
}

/// The player's file, or the only one that may be it. Throws std::invalid_argument if there is none.
fs::path player_in(const fs::path& submission) {
  if (fs::is_regular_file(submission / kPlayer)) {
    return submission / kPlayer;
  }
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(submission)) {
    if (entry.is_regular_file() && is_player_renamed(entry.path().filename().string())) {
      found.push_back(entry.path());
    }
  }
  if (found.empty()) {
    throw std::invalid_argument(std::string("there is no ") + kPlayer);
  }
  std::ranges::sort(found);
  if (found.size() > 1) {
    throw std::invalid_argument("several files may be " + std::string(kPlayer) + ": '" +
                                found[0].filename().string() + "' and '" + found[1].filename().string() +
                                "'");
  }
  std::cerr << "'" << found.front().filename().string() << "' is taken for " << kPlayer << std::endl;
  return found.front();
}

/// Copies the player's file. If it is missing, the driver says why, and each turn is no move, as in the
/// course.
void copy_player(const fs::path& submission, const fs::path& folder) {
  fs::create_directory(folder);
  try {
    fs::copy_file(player_in(submission), folder / kPlayer);
  } catch (const std::invalid_argument& missing) {
    ::setenv(kMissing, missing.what(), 1);
  }
}

/// Whether the words are one folder that exists.
bool accepts_player_folder(const std::vector<std::string>& words) {
  std::error_code odd;
  return words.size() == 1 && fs::is_directory(words.front(), odd);
}

/// Replaces this process by Octave; throws std::system_error if it cannot be started, and does not return
/// otherwise. Octave works in a folder of its own below TMPDIR, which holds only the player's file, as the
/// handout demands, and our driver.
int play_planets_octave(const std::vector<std::string>& words) {
  const fs::path submission = fs::absolute(words.front());
  const fs::path folder = new_driver_folder();
  write_driver(engines::octave_driver(), ".m", folder / "driver");
  copy_player(submission, folder / "player");
  fs::current_path(folder);
  // More threads would cost processor time, or a sandbox would refuse them on a large machine.
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
                                 .play = play_planets_octave,
                                 .start = kInterpreterStart};

}  // namespace referee
