#include <algorithm>
#include <cctype>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "engines/embedded_file.h"
#include "referee/games/adapters.h"

namespace engines {
std::span<const EmbeddedFile> octave_driver();  // made by embed_files
}

namespace referee {
namespace {

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
std::string player_among(const std::vector<std::string>& files) {
  if (std::ranges::find(files, kPlayer) != files.end()) {
    return kPlayer;
  }
  std::vector<std::string> found;
  for (const std::string& name : files) {
    if (is_player_renamed(name)) {
      found.push_back(name);
    }
  }
  if (found.empty()) {
    throw std::invalid_argument(std::string("there is no ") + kPlayer);
  }
  std::sort(found.begin(), found.end());
  if (found.size() > 1) {
    throw std::invalid_argument("several files may be " + std::string(kPlayer) + ": '" + found[0] +
                                "' and '" + found[1] + "'");
  }
  return found.front();
}

/// Has the player's file copied. If it is missing, the driver says why, and each turn is no move, as in the
/// course.
void find_player(const InterpretedSubmission& submission, InterpreterStart& start) {
  start.copy.path = std::string("player/") + kPlayer;
  try {
    start.copy.name = player_among(submission.files);
    if (start.copy.name != kPlayer) {
      start.note = "'" + start.copy.name + "' is taken for " + kPlayer;
    }
  } catch (const std::invalid_argument& missing) {
    start.environment.emplace_back(kMissing, missing.what());
  }
}

/// Octave works in a private folder which holds only the player's file, as the handout demands, and our
/// driver.
InterpreterStart start_octave(const InterpretedSubmission& submission) {
  InterpreterStart start;
  for (const engines::EmbeddedFile& file : engines::octave_driver()) {
    start.files.push_back({"driver/" + std::string(file.name) + ".m", std::string(file.text)});
  }
  find_player(submission, start);
  // More threads would cost processor time, or a sandbox would refuse them on a large machine.
  start.environment.emplace_back("OPENBLAS_NUM_THREADS", "1");
  start.environment.emplace_back("OMP_NUM_THREADS", "1");
  start.arguments = {"--norc",   "--no-history",       "--quiet",
                     "--no-gui", "--no-window-system", "--no-line-editing",
                     "--eval",   kOctaveProgram};
  start.works_there = true;
  return start;
}

}  // namespace

constexpr Adapter kPlanetsOctave{.name = "planets-octave",
                                 .game = "planets",
                                 .interpreter = "octave-cli",
                                 .package = "octave",
                                 .takes = SubmissionKind::folder,
                                 .expects = "a folder with e7planets_player.m",
                                 .interpreted = start_octave,
                                 .start = kInterpreterStart};

}  // namespace referee
