#include "referee/tournament/standings/tie_breaks/direct_encounter.h"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>

namespace referee {
namespace {

struct Met {
  std::int64_t halves = 0;
  std::int64_t times = 0;
};

/// By the others in the group that `entrant` has met.
std::map<Entrant, Met> met_in(const Opposition& opposition, Entrant entrant,
                              const std::vector<Entrant>& sorted_group) {
  std::map<Entrant, Met> met;
  for (const CardRound& round : opposition.card(entrant).rounds) {
    if (round.kind == CardRound::Kind::running) {
      continue;
    }
    for (const CardRound::Meeting& meeting : round.meetings) {
      const bool counts = !(opposition.swiss() && meeting.by_forfeit);
      if (counts && std::ranges::binary_search(sorted_group, meeting.opponent)) {
        Met& with = met[meeting.opponent];
        with.halves += meeting.halves;
        ++with.times;
      }
    }
  }
  return met;
}

using Positions = std::vector<std::size_t>;

std::vector<Entrant> at(const std::vector<Entrant>& group, Positions positions) {
  std::ranges::sort(positions);
  std::vector<Entrant> entrants;
  for (const std::size_t position : positions) {
    entrants.push_back(group[position]);
  }
  return entrants;
}

/// 6.2
std::vector<std::vector<Entrant>> by_scores(const DirectEncounter& encounter,
                                            const std::vector<Entrant>& group) {
  std::map<TieBreakValue, std::vector<Entrant>, std::greater<>> parts;
  for (std::size_t i = 0; i < group.size(); ++i) {
    parts[encounter.scores[i]].push_back(group[i]);
  }
  std::vector<std::vector<Entrant>> best_first;
  for (auto& [unused, part] : parts) {
    best_first.push_back(std::move(part));
  }
  return best_first;
}

/// 6.3: whatever the missing results are, if it stays in front of all others when it loses all of its own,
/// and each of them wins all of theirs.
bool surely_in_front(const DirectEncounter& encounter, std::size_t first, const Positions& others) {
  return std::ranges::all_of(others, [&](std::size_t other) {
    const auto best = encounter.scores[other] + TieBreakValue::whole(encounter.missing[other]);
    return other == first || encounter.scores[first] > best;
  });
}

std::vector<std::vector<Entrant>> by_places_that_are_sure(const DirectEncounter& encounter,
                                                          const std::vector<Entrant>& group) {
  Positions left(group.size());
  std::iota(left.begin(), left.end(), std::size_t{0});
  std::ranges::stable_sort(left, std::greater<>(), [&](std::size_t i) { return encounter.scores[i]; });
  std::vector<std::vector<Entrant>> parts;
  while (!left.empty() && surely_in_front(encounter, left.front(), left)) {
    parts.push_back({group[left.front()]});
    left.erase(left.begin());
  }
  if (!left.empty()) {
    parts.push_back(at(group, left));
  }
  return parts;
}

}  // namespace

DirectEncounter direct_encounter(const Opposition& opposition, const std::vector<Entrant>& group) {
  std::vector<Entrant> sorted = group;
  std::ranges::sort(sorted);
  DirectEncounter encounter;
  encounter.all_met = true;
  for (const Entrant entrant : group) {
    const auto met = met_in(opposition, entrant, sorted);
    TieBreakValue score;
    for (const auto& [unused, with] : met) {
      score += TieBreakValue::of(Points::halves(with.halves)).over(with.times);
    }
    encounter.scores.push_back(score);
    encounter.missing.push_back(static_cast<int>(group.size() - 1 - met.size()));
    encounter.all_met = encounter.all_met && encounter.missing.back() == 0;
  }
  encounter.parts =
      encounter.all_met ? by_scores(encounter, group) : by_places_that_are_sure(encounter, group);
  return encounter;
}

std::vector<std::vector<Entrant>> split_by_direct_encounter(const Opposition& opposition,
                                                            const std::vector<Entrant>& group) {
  if (group.size() == 1) {
    return {group};
  }
  const DirectEncounter encounter = direct_encounter(opposition, group);
  if (!encounter.decides()) {
    return encounter.parts;
  }
  std::vector<std::vector<Entrant>> split;
  for (const std::vector<Entrant>& part : encounter.parts) {
    for (std::vector<Entrant>& piece : split_by_direct_encounter(opposition, part)) {
      split.push_back(std::move(piece));
    }
  }
  return split;
}

}  // namespace referee
