#pragma once

#include <memory>
#include <optional>

#include "referee/store/store.h"
#include "referee/tournament/formats/tournament_format.h"
#include "referee/tournament/run/ladder_matching.h"
#include "referee/tournament/standings/ladder_table.h"

namespace referee {

/// How the matches of a ladder are named, and which of them its table includes. They are numbered in one
/// series, "r1t<n>g1"; those of practice by entrant, "r1t<entrant>g<n>", and they end in the order of their
/// numbers.
class LadderNumbering {
 public:
  LadderNumbering() = default;
  virtual ~LadderNumbering() = default;
  LadderNumbering(const LadderNumbering&) = delete;
  LadderNumbering& operator=(const LadderNumbering&) = delete;

  /// The place of the next match, if it is one of those entrants.
  virtual MatchPlace next(const LadderTable& table, const LadderMatch& match) const = 0;
  /// A match has been called by that place: none that follows is called so.
  virtual void note(LadderTable& table, const MatchPlace& place) = 0;
  /// The match is over without a result that counts.
  virtual void drop(LadderTable& table, const MatchPlace& place) = 0;
  /// The match is over. REQUIRES: what LadderTable::add() does.
  virtual void add(LadderTable& table, const MatchPlace& place, const LadderGame& game) = 0;
  /// Whether add() or drop() has been told the match, now or before the latest commit of the table.
  virtual bool includes(const LadderTable& table, const MatchPlace& place) const = 0;
  /// Which matches are in the table, for its commit; nothing: the table itself says it.
  virtual std::optional<StoreWrite> counted() const = 0;
};

/// `format`: a ladder. Throws fields::Exception if the store is damaged.
std::unique_ptr<LadderNumbering> numbering_of(const TournamentFormat& format, const StoreContent& content);

/// The only entrant of a match, if its place is enough to know it.
std::optional<Entrant> entrant_named_by(const MatchPlace& place, const TournamentFormat& format);

}  // namespace referee
