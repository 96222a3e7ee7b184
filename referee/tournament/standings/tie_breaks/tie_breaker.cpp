#include "referee/tournament/standings/tie_breaks/tie_breaker.h"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <utility>

#include "protocol/require.h"

namespace referee {
namespace {

struct Met {
  Points points;
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
        with.points += meeting.points;
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

/// 6.3: an entrant is in front with any missing results if it stays in front of all others when it loses all
/// of its missing encounters and each of the others wins all of its own.
bool surely_in_front(const DirectEncounter& encounter, Points win, std::size_t first,
                     const Positions& others) {
  return std::ranges::all_of(others, [&](std::size_t other) {
    const auto best =
        encounter.scores[other] + TieBreakValue::of(Points::of_units(win.units() * encounter.missing[other]));
    return other == first || encounter.scores[first] > best;
  });
}

std::vector<std::vector<Entrant>> by_places_that_are_sure(const DirectEncounter& encounter, Points win,
                                                          const std::vector<Entrant>& group) {
  Positions left(group.size());
  std::iota(left.begin(), left.end(), std::size_t{0});
  std::ranges::stable_sort(left, std::greater<>(), [&](std::size_t i) { return encounter.scores[i]; });
  std::vector<std::vector<Entrant>> parts;
  while (!left.empty() && surely_in_front(encounter, win, left.front(), left)) {
    parts.push_back({group[left.front()]});
    left.erase(left.begin());
  }
  if (!left.empty()) {
    parts.push_back(at(group, left));
  }
  return parts;
}

using Groups = std::vector<std::vector<Entrant>>;

/// Best first; the order within a group is kept.
template <class Key>
Groups grouped(const std::vector<Entrant>& entrants, const Key& key) {
  std::map<decltype(key(Entrant{})), std::vector<Entrant>, std::greater<>> by_key;
  for (const Entrant entrant : entrants) {
    by_key[key(entrant)].push_back(entrant);
  }
  Groups groups;
  for (auto& [unused, group] : by_key) {
    groups.push_back(std::move(group));
  }
  return groups;
}

}  // namespace

DirectEncounter direct_encounter(const Opposition& opposition, const std::vector<Entrant>& group) {
  REQUIRE(group.size() >= 2);
  std::vector<Entrant> sorted = group;
  std::ranges::sort(sorted);
  DirectEncounter encounter;
  encounter.all_met = true;
  for (const Entrant entrant : group) {
    const auto met = met_in(opposition, entrant, sorted);
    TieBreakValue score;
    for (const auto& [unused, with] : met) {
      score += TieBreakValue::of(with.points).over(with.times);
    }
    encounter.scores.push_back(score);
    encounter.missing.push_back(static_cast<int>(group.size() - 1 - met.size()));
    encounter.all_met = encounter.all_met && encounter.missing.back() == 0;
  }
  encounter.parts = encounter.all_met ? by_scores(encounter, group)
                                      : by_places_that_are_sure(encounter, opposition.worth().win, group);
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

TieBreaker::TieBreaker(Opposition opposition, TieBreaks tie_breaks, std::optional<std::size_t> final_round,
                       RankedFirst first)
    : tie_breaks_(std::move(tie_breaks)), opposition_(std::move(opposition)), first_(std::move(first)) {
  if (final_round) {
    fore_.emplace(opposition_.with_drawn(*final_round));
  }
  for (const TieBreak& tie_break : tie_breaks_) {
    std::vector<std::optional<TieBreakValue>>& values = values_.emplace_back();
    const bool direct = tie_break.kind == TieBreak::Kind::direct_encounter;
    for (Entrant e = 0; e < opposition_.cards().size() && !direct; ++e) {
      values.push_back(value(tie_break, e));
    }
  }
}

Groups TieBreaker::split(std::size_t at, const std::vector<Entrant>& tied) const {
  if (tie_breaks_[at].kind == TieBreak::Kind::direct_encounter) {
    return split_by_direct_encounter(opposition_, tied);
  }
  Groups groups = grouped(tied, [&](Entrant entrant) { return listed_value(at, entrant); });
  if (tie_breaks_[at].ascending()) {
    std::ranges::reverse(groups);
  }
  return groups;
}

std::vector<Groups> TieBreaker::ties(const std::vector<Entrant>& entrants) const {
  const bool by_points = points_come_first(tie_breaks_) && !ranks_by_points_a_match();
  std::vector<Groups> ties = {grouped(entrants, [&](Entrant entrant) {
    return std::pair(before_points(entrant), by_points ? opposition_.card(entrant).points : Points());
  })};
  for (std::size_t at = 0; at < tie_breaks_.size(); ++at) {
    Groups finer;
    for (const std::vector<Entrant>& group : ties.back()) {
      for (std::vector<Entrant>& part : group.size() == 1 ? Groups{group} : split(at, group)) {
        finer.push_back(std::move(part));
      }
    }
    ties.push_back(std::move(finer));
  }
  return ties;
}

std::vector<std::vector<std::optional<TieBreakValue>>> TieBreaker::values(
    const std::vector<Groups>& ties) const {
  std::vector<std::vector<std::optional<TieBreakValue>>> values(
      opposition_.cards().size(), std::vector<std::optional<TieBreakValue>>(tie_breaks_.size()));
  for (std::size_t at = 0; at < tie_breaks_.size(); ++at) {
    if (tie_breaks_[at].kind != TieBreak::Kind::direct_encounter) {
      for (Entrant e = 0; e < values.size(); ++e) {
        values[e][at] = listed_value(at, e);
      }
      continue;
    }
    for (const std::vector<Entrant>& tied : ties[at]) {
      if (tied.size() == 1) {
        continue;
      }
      const DirectEncounter encounter = direct_encounter(opposition_, tied);
      for (std::size_t i = 0; i < tied.size() && (encounter.all_met || encounter.decides()); ++i) {
        values[tied[i]][at] = encounter.scores[i];
      }
    }
  }
  return values;
}

Groups TieBreaker::ranked(const std::vector<Entrant>& entrants) const { return ties(entrants).back(); }

}  // namespace referee
