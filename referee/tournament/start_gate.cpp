#include "referee/tournament/start_gate.h"

#include <algorithm>
#include <chrono>

#include "protocol/messages.h"
#include "referee/match/record.h"

namespace referee {
namespace {

constexpr std::size_t kFewest = 2;  // entrants, even if the arbiter is in a hurry

}  // namespace

void StartGate::set_alarm() {
  if (start_.at) {
    at_.set(*start_.at, [this] { changed_.notify(); });
  }
}

bool StartGate::is_open(bool by_hand) const {
  if (by_hand) {
    return roster_.size() >= kFewest;
  }
  if (roster_.size() < start_.min_entrants) {
    return false;
  }
  switch (start_.when) {
    case StartSpec::When::all:
      return count_expected() > 0 && count_here(std::nullopt) == count_expected();
    case StartSpec::When::at:
      return std::chrono::system_clock::now() >= *start_.at;
    case StartSpec::When::manual:
      return false;
  }
  return false;
}

/// Neither withdrawn nor with a bye in round 1.
bool StartGate::is_expected(Entrant entrant) const {
  if (roster_.withdrawn(entrant)) {
    return false;
  }
  const bool any_byes =
      !requests_.asked.empty() || !requests_.ruled.empty();  // names are folded for them only
  return !any_byes ||
         requests_.bye(protocol::folded_name(roster_.name(entrant)), 1) == PairingRequests::Bye::none;
}

std::size_t StartGate::count_expected() const {
  std::size_t count = 0;
  for (Entrant entrant = 0; entrant < roster_.size(); ++entrant) {
    count += is_expected(entrant) ? 1 : 0;
  }
  return count;
}

std::size_t StartGate::count_here(std::optional<Entrant> coming) const {
  std::size_t count = 0;
  for (Entrant entrant = 0; entrant < roster_.size(); ++entrant) {
    const bool here = roster_.here(entrant) || entrant == coming;
    count += here && is_expected(entrant) ? 1 : 0;
  }
  return count;
}

std::string StartGate::text(std::optional<Entrant> coming) const {
  switch (start_.when) {
    case StartSpec::When::manual:
      return "when the arbiter says so";
    case StartSpec::When::at:
      return std::chrono::system_clock::now() < *start_.at
                 ? "at " + utc_text(*start_.at)
                 : "once there are " + std::to_string(start_.min_entrants) +
                       " entrants: " + std::to_string(roster_.size()) + " so far";
    case StartSpec::When::all:
      break;
  }
  const std::size_t excused = roster_.size() - count_expected();
  const std::size_t entrants = std::max(roster_.size(), start_.min_entrants) - excused;
  return "when all entrants are here: " + std::to_string(count_here(coming)) + " of " +
         std::to_string(entrants) + " so far";
}

}  // namespace referee
