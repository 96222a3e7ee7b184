#include "referee/tournament/run/practice_matching.h"

#include <algorithm>
#include <chrono>

namespace referee {

PracticeMatching::State& PracticeMatching::at(Entrant entrant) {
  if (entrant >= states_.size()) {
    states_.resize(entrant + 1);
  }
  return states_[entrant];
}

/// Nullptr: all that are here are playing.
const PracticeMatching::State* PracticeMatching::longest_waiting() const {
  const State* longest = nullptr;
  for (const State& state : states_) {
    const bool is_free = state.here && !state.playing;
    if (is_free && (longest == nullptr || state.earned_until < longest->earned_until)) {
      longest = &state;
    }
  }
  return longest;
}

std::optional<TimePoint> PracticeMatching::due() const {
  const State* const longest = longest_waiting();
  return longest == nullptr ? std::nullopt : std::optional(due(*longest));
}

std::optional<LadderMatch> PracticeMatching::next(TimePoint now) {
  const State* const longest = longest_waiting();
  if (longest == nullptr || now < due(*longest)) {
    return std::nullopt;
  }
  LadderMatch match{.entrants = {static_cast<Entrant>(longest - states_.data())}};
  State& state = at(match.entrants.front());
  state.earned_until = std::max(state.earned_until, now) + interval_;
  begin(match);
  return match;
}

void PracticeMatching::end(const LadderMatch& match, const LadderGame* /*result*/) {
  at(match.entrants.front()).playing = false;
}

/// Each run of the program begins with a pace of its own.
void PracticeMatching::count(const LadderGame& /*result*/) {}

std::string PracticeMatching::waiting_text(Entrant entrant, TimePoint now) const {
  const auto pause = entrant < states_.size()
                         ? std::chrono::ceil<std::chrono::seconds>(due(states_[entrant]) - now)
                         : std::chrono::seconds(0);
  return pause.count() <= 0 ? "your next practice match is called soon"
                            : "your next practice match is called in " + std::to_string(pause.count()) +
                                  " s: you have played many in a row";
}

}  // namespace referee
