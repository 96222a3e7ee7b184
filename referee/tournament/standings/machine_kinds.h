#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "referee/tournament/standings/history.h"

namespace referee {

/// Matches that count and were played on machines of one kind: the same model of CPU, and the same sandbox.
struct MachineKind {
  std::string cpu;          ///< as PlayingMachine
  std::string sandbox;      ///< likewise
  std::size_t matches = 0;  ///< at least one
  /// The least and the greatest calibration that was stated; nothing: none was.
  std::optional<std::pair<Microseconds, Microseconds>> calibration = {};
};

/// By number of matches, most first; then by name. None of a tournament without workers. A game that is
/// struck does not count.
std::vector<MachineKind> machine_kinds(const History& history);

}  // namespace referee
