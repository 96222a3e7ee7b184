#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "referee/tournament/standings/history.h"

namespace referee {

/// Which matches of a ladder keep their records: those that are among the newest of any of their entrants,
/// unless they are too old. Arithmetic on places and times, without clock and store.
class KeptMatches {
 public:
  struct Match {
    LadderGame result;
    int attempt = 1;
    std::int64_t ended = 0;  ///< seconds since 1970
  };

  /// `newest`: of each entrant, from 1; `seconds`: the greatest age, nothing: any.
  KeptMatches(std::size_t newest, std::optional<std::int64_t> seconds) : newest_(newest), seconds_(seconds) {}

  /// A match is over; an entrant's newer matches have greater places. One that is known stays as it is.
  void add(const MatchPlace& place, Match match);
  /// Takes out the matches that are not kept any more at `now`, and returns their places.
  std::vector<MatchPlace> take_expired(std::int64_t now);
  /// Nullptr: not kept.
  const Match* find(const MatchPlace& place) const;
  Match* find(const MatchPlace& place);
  std::size_t size() const { return matches_.size(); }

 private:
  void expire(const MatchPlace& place);

  std::size_t newest_;
  std::optional<std::int64_t> seconds_;
  std::map<MatchPlace, Match> matches_;
  std::map<Entrant, std::set<MatchPlace>> newest_of_;
  std::vector<MatchPlace> expired_;
};

}  // namespace referee
