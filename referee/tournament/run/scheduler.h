#pragma once

#include <optional>
#include <set>
#include <utility>

#include "referee/tournament/run/ledger.h"

namespace referee {

/// Says which encounter is to be played next; plays nothing itself. A round is over before the next one
/// begins, and a game that is to be played again comes before the rounds that follow.
class Scheduler {
 public:
  explicit Scheduler(const Ledger& ledger) : ledger_(ledger) {}

  /// An encounter of the first round that is not decided; each one once, until it is finished(). Nothing:
  /// those that may be played are out, or all rounds paired so far are over.
  std::optional<Encounter> next();
  /// The encounter is decided, or nobody plays it any more.
  void finished(const Encounter& encounter) { out_.erase({encounter.round, encounter.table}); }
  /// Encounters that next() gave and that are not finished().
  std::size_t out() const { return out_.size(); }

 private:
  const Ledger& ledger_;
  std::set<std::pair<int, int>> out_;  // round, table
};

}  // namespace referee
