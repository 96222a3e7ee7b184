#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tests/bench/trivial_player.h"

namespace bench {

/// Matches that the real program plays with trivial players, in a folder that is thrown away.
class RealMatch {
 public:
  RealMatch();
  ~RealMatch();
  RealMatch(const RealMatch&) = delete;
  RealMatch& operator=(const RealMatch&) = delete;

  /// What is put before the program's own command line, and where its standard error goes.
  void run_under(std::vector<std::string> prefix);
  std::string stderr_file() const { return (folder_ / "stderr").string(); }

  /// Planets on a small map for so many turns, by a player in this process that dials in.
  PlayedMatch planets_dialled(int turns);
  /// The same by a bot that is launched, on the game's own clock: processor time.
  PlayedMatch planets_launched(int turns);
  /// Walls on a 15x15 board by two bots that are launched. `measure`: "wall" or "cpu".
  PlayedMatch walls_launched(const char* measure);

 private:
  std::vector<std::string> command(std::vector<std::string> arguments) const;
  std::vector<std::string> planets(int turns) const;
  PlayedMatch reported(const std::string& report) const;

  std::filesystem::path folder_;
  std::vector<std::string> prefix_;
};

}  // namespace bench
