#include "referee/tournament/run/kept_matches.h"

#include <algorithm>
#include <utility>

namespace referee {

void KeptMatches::add(const MatchPlace& place, Match match) {
  const std::vector<Entrant> entrants = match.result.entrants;
  matches_.emplace(place, std::move(match));
  std::set<MatchPlace> dropped;
  for (const Entrant entrant : entrants) {
    std::set<MatchPlace>& newest = newest_of_[entrant];
    newest.insert(place);
    while (newest.size() > newest_) {
      dropped.insert(*newest.begin());
      newest.erase(newest.begin());
    }
  }
  for (const MatchPlace& one : dropped) {
    const std::vector<Entrant>& of = matches_.at(one).result.entrants;
    if (std::ranges::none_of(of, [&](Entrant e) { return newest_of_[e].contains(one); })) {
      expire(one);
    }
  }
}

void KeptMatches::expire(const MatchPlace& place) {
  for (const Entrant entrant : matches_.at(place).result.entrants) {
    newest_of_[entrant].erase(place);
  }
  matches_.erase(place);
  expired_.push_back(place);
}

std::vector<MatchPlace> KeptMatches::take_expired(std::int64_t now) {
  std::vector<MatchPlace> old;
  for (const auto& [place, match] : matches_) {
    if (seconds_ && match.ended + *seconds_ < now) {
      old.push_back(place);
    }
  }
  std::ranges::for_each(old, [this](const MatchPlace& place) { expire(place); });
  return std::exchange(expired_, {});
}

const KeptMatches::Match* KeptMatches::find(const MatchPlace& place) const {
  const auto found = matches_.find(place);
  return found == matches_.end() ? nullptr : &found->second;
}

KeptMatches::Match* KeptMatches::find(const MatchPlace& place) {
  return const_cast<Match*>(std::as_const(*this).find(place));
}

}  // namespace referee
