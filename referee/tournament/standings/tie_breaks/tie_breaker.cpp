#include "referee/tournament/standings/tie_breaks/tie_breaker.h"

#include <functional>
#include <map>
#include <utility>

namespace referee {
namespace {

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

TieBreaker::TieBreaker(bool swiss, std::vector<ScoreCard> cards, TieBreaks tie_breaks,
                       std::optional<std::size_t> final_round)
    : tie_breaks_(std::move(tie_breaks)), opposition_(swiss, std::move(cards)) {
  if (final_round) {
    fore_.emplace(swiss, with_round_drawn(opposition_.cards(), *final_round));
  }
  for (const TieBreak& tie_break : tie_breaks_) {
    std::vector<TieBreakValue>& values = values_.emplace_back();
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
  return grouped(tied, [&](Entrant entrant) { return listed_value(at, entrant); });
}

Groups TieBreaker::tied_after(std::size_t applied, const std::vector<Entrant>& entrants) const {
  Groups groups = grouped(entrants, [&](Entrant entrant) { return opposition_.card(entrant).points; });
  for (std::size_t i = 0; i < applied; ++i) {
    Groups finer;
    for (const std::vector<Entrant>& group : groups) {
      for (std::vector<Entrant>& part : group.size() == 1 ? Groups{group} : split(i, group)) {
        finer.push_back(std::move(part));
      }
    }
    groups = std::move(finer);
  }
  return groups;
}

Groups TieBreaker::ranked(const std::vector<Entrant>& entrants) const {
  return tied_after(tie_breaks_.size(), entrants);
}

}  // namespace referee
