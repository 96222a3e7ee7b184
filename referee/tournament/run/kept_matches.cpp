#include "referee/tournament/run/kept_matches.h"

#include <algorithm>
#include <utility>

namespace referee {

void KeptMatches::add(int number, Match match) {
  const std::vector<Entrant> entrants = match.result.entrants;
  matches_.emplace(number, std::move(match));
  std::set<int> dropped;
  for (const Entrant entrant : entrants) {
    std::set<int>& newest = newest_of_[entrant];
    newest.insert(number);
    while (newest.size() > newest_) {
      dropped.insert(*newest.begin());
      newest.erase(newest.begin());
    }
  }
  for (const int one : dropped) {
    const std::vector<Entrant>& of = matches_.at(one).result.entrants;
    if (std::ranges::none_of(of, [&](Entrant e) { return newest_of_[e].contains(one); })) {
      expire(one);
    }
  }
}

void KeptMatches::expire(int number) {
  for (const Entrant entrant : matches_.at(number).result.entrants) {
    newest_of_[entrant].erase(number);
  }
  matches_.erase(number);
  expired_.push_back(number);
}

std::vector<int> KeptMatches::take_expired(std::int64_t now) {
  std::vector<int> old;
  for (const auto& [number, match] : matches_) {
    if (seconds_ && match.ended + *seconds_ < now) {
      old.push_back(number);
    }
  }
  std::ranges::for_each(old, [this](int number) { expire(number); });
  return std::exchange(expired_, {});
}

const KeptMatches::Match* KeptMatches::find(int number) const {
  const auto found = matches_.find(number);
  return found == matches_.end() ? nullptr : &found->second;
}

KeptMatches::Match* KeptMatches::find(int number) {
  return const_cast<Match*>(std::as_const(*this).find(number));
}

}  // namespace referee
