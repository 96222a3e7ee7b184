#include "referee/tournament/scheduler.h"

namespace referee {

std::optional<Encounter> Scheduler::next() {
  for (int round = 1; round <= ledger_.rounds(); ++round) {
    if (ledger_.decided(round)) {
      continue;
    }
    if (!out_.empty() && (out_.begin()->first != round || out_.rbegin()->first != round)) {
      return std::nullopt;  // an entrant may be playing there
    }
    const auto& tables = ledger_.history().rounds[static_cast<std::size_t>(round) - 1];
    for (std::size_t index = 0; index < tables.size(); ++index) {
      const Encounter& encounter = tables[index].encounter;
      if (!ledger_.state(round, index).decided && out_.insert({round, encounter.table}).second) {
        return encounter;
      }
    }
    return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace referee
