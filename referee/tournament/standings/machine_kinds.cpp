#include "referee/tournament/standings/machine_kinds.h"

#include <algorithm>
#include <functional>
#include <map>

namespace referee {
namespace {

using Kinds = std::map<std::pair<std::string, std::string>, MachineKind>;

void count(Kinds& kinds, const PlayingMachine& machine) {
  MachineKind& kind = kinds[{machine.cpu, machine.sandbox}];
  kind.cpu = machine.cpu;
  kind.sandbox = machine.sandbox;
  ++kind.matches;
  if (machine.calibration > Microseconds{0}) {
    auto& [least, greatest] = kind.calibration
                                  ? *kind.calibration
                                  : kind.calibration.emplace(machine.calibration, machine.calibration);
    least = std::min(least, machine.calibration);
    greatest = std::max(greatest, machine.calibration);
  }
}

}  // namespace

std::vector<MachineKind> machine_kinds(const History& history) {
  Kinds kinds;
  for (const History::Round& round : history.rounds) {
    for (const PlayedEncounter& played : round) {
      for (const GameResult& game : played.games) {
        if (!game.struck) {
          std::ranges::for_each(game.machines, [&](const auto& machine) { count(kinds, machine); });
        }
      }
    }
  }
  std::vector<MachineKind> sorted;
  for (auto& [key, kind] : kinds) {
    sorted.push_back(std::move(kind));
  }
  std::ranges::stable_sort(sorted, std::greater<>(), &MachineKind::matches);
  return sorted;
}

}  // namespace referee
