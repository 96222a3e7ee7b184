#pragma once

#include <optional>
#include <string>
#include <vector>

#include "referee/base/units.h"
#include "referee/tournament/standings/ladder_table.h"

namespace referee {

/// A match of a ladder that is not over.
struct LadderMatch {
  std::vector<Entrant> entrants;               ///< by seat, without house bots
  std::optional<BlockInstance> instance = {};  ///< of a block
  MatchPlace place = {};                       ///< as soon as it has begun
};

/// Who plays next on a ladder. Each entrant plays one match at a time.
class LadderMatching {
 public:
  LadderMatching() = default;
  virtual ~LadderMatching() = default;
  LadderMatching(const LadderMatching&) = delete;
  LadderMatching& operator=(const LadderMatching&) = delete;

  /// The entrant may be called from now on, as far as it is not playing.
  virtual void arrive(Entrant entrant) = 0;
  /// The entrant may not be called any more; a match that it plays goes on.
  virtual void leave(Entrant entrant) = 0;
  /// From now on the entrant plays another version of its bot.
  virtual void new_version(Entrant) {}

  /// Whether an entrant that misses its matches is withdrawn as one of a round is.
  virtual bool withdraws_absent() const { return true; }
  /// The instances of the tournament file come in turn: which turn a match has, from 1. Nothing: an entrant's
  /// matches take them as the games of a round do.
  virtual std::optional<int> turn_of(const LadderMatch& match) const { return match.place.table; }

  /// The next match, which begins now. Nothing: it has to wait until due(), or until more entrants arrive, or
  /// end their matches, or the next block begins.
  virtual std::optional<LadderMatch> next(TimePoint now) = 0;
  /// When next() has a match if nothing else happens; nothing: never.
  virtual std::optional<TimePoint> due() const { return std::nullopt; }
  /// A match begins that next() has not given: one that goes on after a restart.
  virtual void begin(const LadderMatch& match) = 0;
  /// The match is over; `result`: nullptr if it was not played to its end.
  virtual void end(const LadderMatch& match, const LadderGame* result) = 0;
  /// Counts a match of before this start: as if it had begun and ended.
  virtual void count(const LadderGame& result) = 0;
  /// The ladder's figures have been estimated anew.
  virtual void renewed(const LadderTable&) {}
  /// What an entrant that is here and does not play waits for, for people. It may be one that has never
  /// arrived.
  virtual std::string waiting_text(Entrant entrant, TimePoint now) const = 0;
  /// A block of a game of one seat begins.
  virtual void begin_block(int) {}
};

}  // namespace referee
