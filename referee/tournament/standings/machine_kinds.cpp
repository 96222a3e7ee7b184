#include "referee/tournament/standings/machine_kinds.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <ranges>
#include <utility>

#include "referee/tournament/standings/ladder_table.h"

namespace referee {

void MachineCount::add(const PlayingMachine& machine) {
  MachineKind& kind = kinds_[{machine.cpu, machine.sandbox}];
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

void MachineCount::remove(const PlayingMachine& machine) {
  const auto found = kinds_.find({machine.cpu, machine.sandbox});
  if (found != kinds_.end() && --found->second.matches == 0) {
    kinds_.erase(found);
  }
}

bool MachineCount::put(MachineKind kind) {
  std::pair key(kind.cpu, kind.sandbox);
  return kind.matches > 0 && kinds_.emplace(std::move(key), std::move(kind)).second;
}

std::vector<MachineKind> MachineCount::kinds() const {
  std::vector<MachineKind> sorted;
  std::ranges::copy(std::views::values(kinds_), std::back_inserter(sorted));
  std::ranges::stable_sort(sorted, std::greater<>(), &MachineKind::matches);
  return sorted;
}

std::vector<MachineKind> machine_kinds(const History& history) {
  if (history.ladder) {
    return history.ladder->machines().kinds();
  }
  MachineCount count;
  for (const History::Round& round : history.rounds) {
    for (const PlayedEncounter& played : round) {
      for (const GameResult& game : played.games) {
        if (!game.struck) {
          std::ranges::for_each(game.machines, [&](const auto& machine) { count.add(machine); });
        }
      }
    }
  }
  return count.kinds();
}

}  // namespace referee
