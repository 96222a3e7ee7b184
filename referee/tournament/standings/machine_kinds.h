#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "referee/tournament/standings/history.h"

namespace referee {

/// Matches that count and were played on machines of one kind: the same model of CPU, and the same sandbox.
struct MachineKind {
  std::string cpu;          ///< the model; "": the system does not tell
  std::string sandbox;      ///< SandboxLevel of the worker; "": the serving referee has played the matches
  std::size_t matches = 0;  ///< at least one
  /// The least and the greatest calibration that was stated; nothing: none was.
  std::optional<std::pair<Microseconds, Microseconds>> calibration = {};
};

/// Counts matches by the kind of machine that has played them.
class MachineCount {
 public:
  void add(const PlayingMachine& machine);
  /// Takes out a match that add() was told. Its calibration stays. No effect if there is none of that kind.
  void remove(const PlayingMachine& machine);
  /// Takes a kind with its matches over. False: it has none, or that kind is there already.
  bool put(MachineKind kind);
  /// By number of matches, most first; then by name.
  std::vector<MachineKind> kinds() const;

 private:
  std::map<std::pair<std::string, std::string>, MachineKind> kinds_;  // by cpu and sandbox
};

/// MachineCount::kinds() of a tournament or a ladder; none of one without workers. A game that is struck does
/// not count.
std::vector<MachineKind> machine_kinds(const History& history);

}  // namespace referee
