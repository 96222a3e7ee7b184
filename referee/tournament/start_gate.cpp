#include "referee/tournament/start_gate.h"

#include <algorithm>
#include <chrono>

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
      return roster_.count_here() == roster_.size();
    case StartSpec::When::at:
      return std::chrono::system_clock::now() >= *start_.at;
    case StartSpec::When::manual:
      return false;
  }
  return false;
}

std::string StartGate::text(std::size_t coming) const {
  const std::string entrants = std::to_string(std::max(roster_.size(), start_.min_entrants));
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
  return "when all entrants are here: " + std::to_string(roster_.count_here() + coming) + " of " + entrants +
         " so far";
}

}  // namespace referee
