#include "referee/tournament/pairing/ladder_pairing.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <tuple>

namespace referee {
namespace {

std::pair<Entrant, Entrant> pair_of(Entrant a, Entrant b) { return std::minmax(a, b); }

/// How much a game of these two tells, from 0 to 1: 4 p (1 - p), which is 1 between equals, and less the more
/// certain its end is.
double told_by(const rating::Belief& a, const rating::Belief& b) {
  const double c = std::sqrt(1 + a.deviation * a.deviation + b.deviation * b.deviation);
  const double chance = 1 / (1 + std::exp((b.mean - a.mean) / c));
  return 4 * chance * (1 - chance);
}

/// A number above 0 and below 1 that looks random, the same on every machine (SplitMix64).
double lot_of(std::uint64_t entrant, std::uint64_t match, std::uint64_t candidate) {
  std::uint64_t z = (entrant << 40U) ^ (match << 20U) ^ candidate;
  for (int round = 0; round < 2; ++round) {
    z += 0x9e3779b97f4a7c15U;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    z ^= z >> 31U;
  }
  return (static_cast<double>(z >> 11U) + 0.5) * 0x1p-53;
}

}  // namespace

LadderPairing::State& LadderPairing::at(Entrant entrant) {
  if (entrant >= states_.size()) {
    states_.resize(entrant + 1);
  }
  states_[entrant].on_seat.resize(seats_);
  return states_[entrant];
}

const LadderPairing::State& LadderPairing::of(Entrant entrant) const {
  static const State kUnknown;
  return entrant < states_.size() ? states_[entrant] : kUnknown;
}

void LadderPairing::arrive(Entrant entrant) {
  State& state = at(entrant);
  if (!state.here) {
    state.here = true;
    state.passed_over = 0;
  }
}

void LadderPairing::leave(Entrant entrant) { at(entrant).here = false; }

std::size_t LadderPairing::here() const {
  return static_cast<std::size_t>(std::ranges::count_if(states_, &State::here));
}

int LadderPairing::met(Entrant a, Entrant b) const {
  const auto found = met_.find(pair_of(a, b));
  return found == met_.end() ? 0 : found->second;
}

/// Who has been passed over too often, longest first; else the widest interval.
std::optional<Entrant> LadderPairing::leader() const {
  const std::size_t patience_now = patience(here());
  std::optional<Entrant> best;
  const auto claim = [&](Entrant entrant) {
    const State& state = states_[entrant];
    const std::size_t overdue = state.passed_over >= patience_now ? state.passed_over + 1 : 0;
    return std::tuple(overdue, state.belief.deviation, -state.matches);
  };
  for (Entrant entrant = 0; entrant < states_.size(); ++entrant) {
    if (states_[entrant].is_free() && (!best || claim(entrant) > claim(*best))) {
      best = entrant;
    }
  }
  return best;
}

bool LadderPairing::owes_house_match(const State& state) const {
  return has_house_ && state.houses < (state.matches + 1) / kHouseEvery;
}

/// What one more entrant at a table tells, less where it has met those who sit there.
double LadderPairing::worth(const std::vector<Entrant>& chosen, Entrant candidate) const {
  double sum = 0;
  for (const Entrant entrant : chosen) {
    sum += told_by(states_[entrant].belief, states_[candidate].belief) / (1 + met(entrant, candidate));
  }
  return sum;
}

/// Drawn by lot, with chances in the proportion of worth(): the greatest of ln(lot) / worth (Efraimidis and
/// Spirakis 2006). Always to take the best one would tie groups of equals together and leave the distance
/// between the groups unknown: LADDER.md has the figures.
std::optional<Entrant> LadderPairing::drawn_opponent(const std::vector<Entrant>& chosen) const {
  const Entrant first = chosen.front();
  std::optional<Entrant> drawn;
  double highest = 0;
  for (Entrant entrant = 0; entrant < states_.size(); ++entrant) {
    if (!states_[entrant].is_free() || std::ranges::find(chosen, entrant) != chosen.end()) {
      continue;
    }
    const auto match = static_cast<std::uint64_t>(states_[first].matches);
    const double key = std::log(lot_of(first, match, entrant)) / worth(chosen, entrant);
    if (!drawn || key > highest) {
      drawn = entrant;
      highest = key;
    }
  }
  return drawn;
}

/// Each seat goes to the one that had it most seldom, for the matches that it has played.
std::vector<Entrant> LadderPairing::seated(std::vector<Entrant> entrants) const {
  for (std::size_t seat = 0; seat + 1 < entrants.size(); ++seat) {
    const auto share = [&](Entrant entrant) {
      const State& state = states_[entrant];
      return state.on_seat[seat] - static_cast<double>(state.matches) / static_cast<double>(seats_);
    };
    const auto from = entrants.begin() + static_cast<std::ptrdiff_t>(seat);
    std::iter_swap(from, std::ranges::min_element(from, entrants.end(), {}, share));
  }
  return entrants;
}

std::optional<std::vector<Entrant>> LadderPairing::next() {
  const auto first = leader();
  if (!first) {
    return std::nullopt;
  }
  std::vector<Entrant> chosen{*first};
  const std::size_t reachable = std::min(here(), seats_);  // more are not here, whoever ends its match
  const std::size_t wanted = owes_house_match(states_[*first]) ? std::min(reachable, seats_ - 1) : reachable;
  while (chosen.size() < wanted) {
    const auto opponent = drawn_opponent(chosen);
    if (!opponent) {
      return std::nullopt;  // others are playing
    }
    chosen.push_back(*opponent);
  }
  if (chosen.size() < 2 && !has_house_) {
    return std::nullopt;
  }
  chosen = seated(std::move(chosen));
  begin(chosen);
  for (State& state : states_) {
    state.passed_over += state.is_free() ? 1 : 0;
  }
  return chosen;
}

void LadderPairing::begin(const std::vector<Entrant>& entrants) {
  count(entrants);
  for (const Entrant entrant : entrants) {
    at(entrant).playing = true;
    at(entrant).passed_over = 0;
  }
}

void LadderPairing::end(const std::vector<Entrant>& entrants) {
  for (const Entrant entrant : entrants) {
    at(entrant).playing = false;
  }
}

void LadderPairing::count(const std::vector<Entrant>& entrants) {
  for (std::size_t seat = 0; seat < entrants.size(); ++seat) {
    State& state = at(entrants[seat]);
    ++state.matches;
    ++state.on_seat.at(seat);
    state.houses += entrants.size() < seats_ ? 1 : 0;
    for (std::size_t other = 0; other < seat; ++other) {
      ++met_[pair_of(entrants[seat], entrants[other])];
    }
  }
}

}  // namespace referee
