#include "referee/tournament/run/scheduler.h"

namespace referee {

std::optional<Encounter> Scheduler::next() {
  const auto round = ledger_.open_round();
  if (!round || (!out_.empty() && (out_.begin()->first != *round || out_.rbegin()->first != *round))) {
    return std::nullopt;  // in another round an entrant may be playing
  }
  const History::Round& tables = ledger_.history().rounds[static_cast<std::size_t>(*round) - 1];
  for (const std::size_t index : ledger_.open_encounters(*round)) {
    const Encounter& encounter = tables[index].encounter;
    if (out_.insert({*round, encounter.table}).second) {
      return encounter;
    }
  }
  return std::nullopt;
}

}  // namespace referee
