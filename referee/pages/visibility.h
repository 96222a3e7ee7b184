#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engines/registry.h"
#include "referee/report/standings_page.h"
#include "referee/store/store.h"
#include "referee/tournament/config/instances.h"
#include "referee/tournament/standings/history.h"
#include "referee/tournament/standings/ladder_table.h"

namespace referee::pages {

/// Whether new entrants may still come to a tournament: late entrants of a field play instances that all
/// others have played.
enum class Entering { open, closed };

/// Which matches of a tournament spectators may see now, and what of them. A value: made anew when the store
/// has changed. Each rule has a test of its name in visibility_test.cpp.
///
/// 1. A game of one seat is hidden as long as an entrant may still play the same instance. In a field that is
///    until all entrants have played it, withdrawn ones too, because they may be let in again; and while more
///    entrants may come, until the tournament is finished. In duels it is until all of its round have; where
///    the instance has a seed of its own, or the seed makes no difference to it, it may come again in any
///    round: until the tournament is finished.
///    On a ladder it is until the block that the instance belongs to is closed.
/// 2. Rounds that are frozen are hidden with all that was played in them, until the store's meta key
///    "revealed" has a value. Pairings that follow from their results are hidden, too. Places of the final
///    standings from the meta key "revealed_from" on, down to the last, are told.
/// 3. Of the attempts of a match, the one that is running or that counts is seen, or was struck. Void ones
///    are not.
/// 4. Of a running match of a game that hides something, spectators see what all seats may know.
/// 5. Seeds are hidden as in the message `end` and in the record files: while a match runs, and where others
///    still have to play with it, until the tournament is finished.
/// 6. Places of the standings behind the meta key "shown_places" are hidden. Matches, results and names are
/// not.
/// 7. With the meta key "shown_matches" at "own", spectators see no match and no result of one. Entrants see
///    their own.
///
/// On a ladder without blocks all instances are known after their first match: rules 3 and 4 alone hold
/// there, and a running match has no seed.
class Visibility {
 public:
  /// `page`: the standings of the same store, with all its rounds. Throws std::invalid_argument and
  /// nlohmann's exceptions for a damaged store.
  Visibility(const StoreContent& content, const StandingsPage& page, Entering entry);

  /// What spectators may see of an attempt.
  enum class Sight {
    nothing,
    spectator,  ///< what all seats may know: engines::Observer::spectator()
    everything
  };
  Sight sight(const StoredAttempt& attempt) const;
  /// Why spectators may see nothing of it, in a sentence without a full stop; "" if they may.
  std::string why_hidden(const StoredAttempt& attempt) const;
  /// Why what was played at that place is hidden, whatever attempt it is; "" if it is not.
  std::string why_hidden(const MatchPlace& place) const;
  /// Whether entrants other than those of the match still have to play its instance, or may have to: rule 1.
  bool is_secret(const MatchPlace& place) const;
  /// Whether the seed of a finished match may be told: rule 5.
  bool tells_seed(const MatchPlace& place) const;
  /// Whether the record may be handed out as it is: seen in full, and with its seed.
  bool hands_out_record(const StoredAttempt& attempt) const;

  /// Whether the results of a round are hidden: rule 2.
  bool is_frozen(int round) const { return first_frozen_ && round >= *first_frozen_; }
  /// The first such round; nothing: no round is frozen.
  std::optional<int> first_frozen() const { return first_frozen_; }
  /// The best place of the final standings that the arbiter has revealed while the rounds are frozen; those
  /// below it are revealed, too. Nothing: none is.
  std::optional<int> revealed_from() const { return revealed_from_; }
  /// "the results of the last 2 rounds are shown at the prize giving"; "" without a frozen round.
  const std::string& frozen_text() const { return frozen_text_; }

  /// The last place that is shown: rule 6; 0: all are.
  int last_place() const { return last_place_; }
  /// Whether spectators see no matches: rule 7.
  bool hides_matches() const { return hides_matches_; }
  /// Whether it may be told who meets in a round. Who meets in a later round than the first frozen one tells
  /// how that one ended.
  bool tells_pairings(int round) const {
    return !hides_matches_ && (!first_frozen_ || round <= *first_frozen_);
  }

  /// Whether it may be told that a match of that round is being played, and by whom.
  bool tells_running(int round) const { return !hides_matches_ && !is_frozen(round); }

  /// The names of the instances, for people, without what is secret: "spiral, seed 7", "spiral", "3".
  std::vector<std::string> instance_labels() const;

 private:
  void compare_instances(const engines::Entry* game);
  void freeze(const StoreContent& content, int rounds);
  void find_played(const StandingsPage& page, Entering entry);
  void find_open_rounds(const StandingsPage& page);
  bool is_of_open_block(int match) const;
  std::size_t instance_of(const MatchPlace& place) const;

  Instances instances_;
  EncounterRules rules_;
  std::size_t seats_ = 2;
  bool hides_views_ = false;
  bool has_secrets_ = true;
  bool finished_ = false;
  int last_place_ = 0;
  bool hides_matches_ = false;
  std::vector<bool> fixed_;         // by instance: it is the same whenever it is played
  std::vector<std::size_t> alike_;  // by instance: the first one that is the same
  std::optional<int> first_frozen_;
  std::optional<int> revealed_from_;
  std::string frozen_text_;
  std::map<std::pair<int, int>, std::size_t> field_instance_;  // by round and table, from 0
  std::set<std::size_t> played_by_all_;                        // instances of a field, from 0
  std::set<int> open_rounds_;                                  // rounds that are not decided
  std::optional<LadderTable> ladder_;                          // with blocks
};

}  // namespace referee::pages
