#pragma once

#include <algorithm>
#include <compare>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "referee/tournament/encounter_state.h"
#include "referee/tournament/history.h"

namespace referee::test {

/// What the rules of pairing speak of, counted once more, plainly.
struct Facts {
  explicit Facts(const EncounterRules& rules, const History& history) : of(history.entrants.size()) {
    for (const auto& round : history.rounds) {
      for (const auto& [encounter, games] : round) {
        const auto state = state_of(rules, encounter, games);
        for (std::size_t p = 0; p < encounter.entrants.size(); ++p) {
          Fact& fact = of[encounter.entrants[p]];
          fact.halves += state.points[p].units() / Points::halves(1).units();
          fact.byes += encounter.kind == Encounter::Kind::bye ? 1 : 0;
          if (encounter.kind == Encounter::Kind::play) {
            fact.opponents.push_back(encounter.entrants[1 - p]);
            fact.balance += p == 0 ? 1 : -1;
          }
        }
      }
    }
  }

  struct Fact {
    std::int64_t halves = 0;
    int byes = 0;
    int balance = 0;
    std::vector<Entrant> opponents;
  };
  std::vector<Fact> of;

  int meetings(Entrant a, Entrant b) const {
    return static_cast<int>(std::ranges::count(of[a].opponents, b));
  }
};

/// How good a pairing is; less is better.
struct Quality {
  int byes = 0;                                         // that the one who gets it has had
  int repeats = 0;                                      // earlier meetings
  std::tuple<std::int64_t, std::int64_t, int> bye_key;  // points, minus encounters, minus number
  std::int64_t gaps = 0;                                // squared, in half points
  int clashes = 0;

  auto operator<=>(const Quality&) const = default;
};

inline void add_pair(Quality& quality, const Facts& facts, Entrant a, Entrant b) {
  const std::int64_t gap = facts.of[a].halves - facts.of[b].halves;
  quality.repeats += facts.meetings(a, b);
  quality.gaps += gap * gap;
  quality.clashes += facts.of[a].balance * facts.of[b].balance > 0 ? 1 : 0;
}

inline void add_bye(Quality& quality, const Facts& facts, Entrant a) {
  quality.byes = facts.of[a].byes;
  quality.bye_key = {facts.of[a].halves, -std::ssize(facts.of[a].opponents), -static_cast<int>(a)};
}

inline Quality quality_of(const Facts& facts, const std::vector<Encounter>& encounters) {
  Quality quality;
  for (const Encounter& encounter : encounters) {
    if (encounter.kind == Encounter::Kind::bye) {
      add_bye(quality, facts, encounter.entrants[0]);
    } else {
      add_pair(quality, facts, encounter.entrants[0], encounter.entrants[1]);
    }
  }
  return quality;
}

/// The best of all pairings of `left`, tried one by one, into `best`.
inline void try_all(const Facts& facts, std::vector<Entrant> left, const Quality& so_far,
                    std::optional<Quality>& best) {
  if (left.empty()) {
    best = best ? std::min(*best, so_far) : so_far;
    return;
  }
  if (left.size() % 2 == 1) {
    for (std::size_t i = 0; i < left.size(); ++i) {
      auto rest = left;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
      Quality quality = so_far;
      add_bye(quality, facts, left[i]);
      try_all(facts, std::move(rest), quality, best);
    }
    return;
  }
  const Entrant first = left.back();
  left.pop_back();
  for (std::size_t i = 0; i < left.size(); ++i) {
    auto rest = left;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    Quality quality = so_far;
    add_pair(quality, facts, first, left[i]);
    try_all(facts, std::move(rest), quality, best);
  }
}

inline std::vector<Entrant> active(const History& history) {
  std::vector<Entrant> active;
  for (Entrant e = 0; e < history.entrants.size(); ++e) {
    if (!history.entrants[e].withdrawn) {
      active.push_back(e);
    }
  }
  return active;
}

}  // namespace referee::test
