#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "referee/base/units.h"
#include "referee/store/store.h"
#include "referee/tournament/formats/tournament_format.h"
#include "referee/tournament/run/ladder_matching.h"
#include "referee/tournament/run/ladder_numbering.h"
#include "referee/tournament/standings/ladder_table.h"

// What a store has of a ladder. Entrants of a match sit in the order of LadderGame::entrants.
namespace referee {

/// All that the matches of a ladder have said, and which matches those are.
class LadderSums {
 public:
  /// What a store has: the table of its latest estimate, and the matches that ended later. Takes no longer
  /// with many old matches than with few. `format`: a ladder. Throws fields::Exception if the store is
  /// damaged.
  LadderSums(const StoreContent& content, const TournamentFormat& format);

  const LadderTable& table() const { return table_; }
  LadderTable& table() { return table_; }

  /// The place of a match that begins now.
  MatchPlace begin(const LadderMatch& match);
  /// The match is over without a result that counts.
  void drop(const MatchPlace& place) { numbering_->drop(table_, place); }
  /// The match is over. REQUIRES: what LadderTable::add() does.
  void add(const MatchPlace& place, const LadderGame& game) { numbering_->add(table_, place, game); }
  /// Which matches are in the table, for its commit; nothing: the table itself says it.
  std::optional<StoreWrite> counted() const { return numbering_->counted(); }

 private:
  LadderTable table_;
  std::unique_ptr<LadderNumbering> numbering_;
};

MatchPlace place_of(const StoredAttempt& attempt);

/// The result of a match that is over, with its entrants. Throws fields::Exception if it is damaged.
LadderGame ladder_result(const StoreContent& content, const StoredAttempt& attempt);

/// A match that is being played; nothing if the store does not say.
std::optional<LadderMatch> playing_match(const StoreContent& content, const std::string& match);
/// What SetMeta keeps of it: "3 0", or in a block "3 block 2 instance 17".
std::string playing_text(const LadderMatch& match);

/// The encounter of a match that is over or being played; nothing for one that is not known.
std::optional<Encounter> ladder_encounter(const StoreContent& content, const StoredAttempt& attempt,
                                          const TournamentFormat& format);

/// Seconds since 1970 of a time as records have it; 0 for another text.
std::int64_t seconds_of(const std::string& utc);
/// Seconds since 1970.
std::int64_t seconds_of(SystemTime time);

}  // namespace referee
