#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "bench/trivial_player.h"

namespace bench {

/// Matches that the real program plays with trivial players, in a temporary folder.
class RealMatch {
 public:
  RealMatch();
  ~RealMatch();
  RealMatch(const RealMatch&) = delete;
  RealMatch& operator=(const RealMatch&) = delete;

  /// Words before the program's command line (a wrapper), and the file for its standard error.
  void run_under(std::vector<std::string> prefix);
  std::string stderr_file() const { return (folder_ / "stderr").string(); }

  /// Planets on a small map for this many turns, by a player in this process that dials in.
  PlayedMatch planets_dialled(int turns);
  /// Planets by a launched bot, with the game's default clock: processor time.
  PlayedMatch planets_launched(int turns);
  /// Walls on a 15x15 board by two launched bots. `measure`: "wall" or "cpu".
  PlayedMatch walls_launched(const char* measure);

 private:
  std::vector<std::string> command(std::vector<std::string> arguments) const;
  std::vector<std::string> planets(int turns) const;
  PlayedMatch reported(const std::string& report) const;

  std::filesystem::path folder_;
  std::vector<std::string> prefix_;
};

}  // namespace bench
