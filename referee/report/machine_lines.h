#pragma once

#include <string>
#include <vector>

#include "referee/tournament/standings/machine_kinds.h"

namespace referee {

/// What standings say before machine_lines(): how many kinds of machine took part, and what that means.
/// REQUIRES: there are some.
std::string machines_text(const std::vector<MachineKind>& kinds);
/// A line for each kind: "40 matches: AMD EPYC 7763, sandbox bwrap, calibration 19.804 ms to 20.117 ms".
/// Models of CPUs may hold anything that printable() leaves.
std::vector<std::string> machine_lines(const std::vector<MachineKind>& kinds);

}  // namespace referee
