#include "referee/tournament/run/start_gate.h"

#include <algorithm>
#include <chrono>

#include "protocol/messages.h"
#include "referee/record/record.h"

namespace referee {

void StartGate::set_timer() {
  if (start_.at) {
    at_.set(*start_.at, [this] { changed_.notify(); });
  }
}

bool StartGate::is_open(bool by_hand) const {
  if (by_hand) {
    return true;
  }
  if (roster_.size() < start_.min_entrants) {
    return false;
  }
  switch (start_.when) {
    case StartSpec::When::all: {
      const Attendance now = attendance(std::nullopt);
      return now.playing > 0 && now.here == now.expected;
    }
    case StartSpec::When::at:
      return at_.clock().utc() >= *start_.at;
    case StartSpec::When::manual:
      return false;
  }
  return false;
}

/// Whether an entrant is neither withdrawn nor has a bye in round 1.
bool StartGate::is_expected(Entrant entrant) const {
  if (roster_.withdrawn(entrant)) {
    return false;
  }
  const bool any_byes =
      !requests_.asked.empty() || !requests_.ruled.empty();  // names are folded for them only
  return !any_byes ||
         requests_.bye(protocol::folded_name(roster_.name(entrant)), 1) == PairingRequests::Bye::none;
}

StartGate::Attendance StartGate::attendance(std::optional<Entrant> coming) const {
  Attendance all;
  for (Entrant entrant = 0; entrant < roster_.size(); ++entrant) {
    all.playing += roster_.withdrawn(entrant) ? 0 : 1;
    if (is_expected(entrant)) {
      ++all.expected;
      all.here += roster_.here(entrant) || entrant == coming ? 1 : 0;
    }
  }
  return all;
}

std::string StartGate::text(std::optional<Entrant> coming) const {
  switch (start_.when) {
    case StartSpec::When::manual:
      return "when the arbiter says so";
    case StartSpec::When::at:
      return at_.clock().utc() < *start_.at ? "at " + utc_text(*start_.at)
                                            : "once there are " + std::to_string(start_.min_entrants) +
                                                  " entrants: " + std::to_string(roster_.size()) + " so far";
    case StartSpec::When::all:
      break;
  }
  const Attendance now = attendance(coming);
  const std::size_t excused = roster_.size() - now.expected;
  const std::size_t entrants = std::max(roster_.size(), start_.min_entrants) - excused;
  return "when all entrants are here: " + std::to_string(now.here) + " of " + std::to_string(entrants) +
         " so far";
}

}  // namespace referee
