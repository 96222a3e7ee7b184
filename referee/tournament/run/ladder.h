#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/loop/timer.h"
#include "referee/record/openings.h"
#include "referee/tournament/run/block_times.h"
#include "referee/tournament/run/encounter_match.h"
#include "referee/tournament/run/kept_matches.h"
#include "referee/tournament/run/ladder_matching.h"
#include "referee/tournament/run/ladder_record.h"
#include "referee/tournament/run/ladder_renewal.h"
#include "referee/tournament/run/tournament_runner.h"
#include "referee/tournament/standings/ladder_table.h"

namespace referee {

/// The course of a ladder: whoever is here plays match after match, until it is closed by its terms or
/// stopped. Its LadderMatching says who plays next. It keeps sums only, and the matches whose records are
/// kept, so that its memory does not grow with the number of matches.
///
/// The store has the table of sums as of the latest estimate, and the results that are not in it: a restart
/// adds these. A match that was being played goes on if it can, else it is void and its entrants are matched
/// anew; in practice none goes on.
///
/// A game of one seat is played in blocks. A block that is due closes as soon as none of its matches runs:
/// then its scores count, its records are written, and the next one begins.
class Ladder final : public TournamentRunner {
 public:
  /// Calls for the code that shows the course of the ladder.
  struct Events {
    std::function<void(const std::string&)> game_over;  ///< a line for people
    std::function<void()> standings_changed;            ///< the reports have been written
  };
  /// REQUIRES: the format is a ladder. Throws fields::Exception for a damaged store, std::invalid_argument
  /// for openings that cannot be played.
  Ladder(const Surroundings& around, const OpenedStore& opened, Events events);

  Task<> play() override;
  void drain() override;
  std::string waiting_for(const Player& player) const override;

  // ---- the arbiter ----

  /// Strikes a match; only one whose record is kept.
  Task<ControlReply> strike(MatchPlace place, std::string why) override;
  void ruled() override { renewal_.now(); }

  // ---- what is known ----

  bool finished() const override { return finished_; }
  const LadderTable& table() const { return sums_.table(); }
  const LadderTerms& terms() const { return *format_->ladder(); }
  /// ", block 3 until 2026-11-20T08:00:00.000Z"; "" without blocks.
  std::string block_text() const;
  /// Valid as long as no match ends.
  StandingsPage page() const override;
  std::string progress_text() const override;
  Progress progress() const override;

 private:
  bool is_practice() const { return format_->traits().open_practice; }
  void take_up(const OpenedStore& opened);
  void take_up_over(const MatchPlace& place, const StoredAttempt& attempt, LadderGame result);
  void keep_shown(const MatchPlace& place, KeptMatches::Match match);
  void take_up_interrupted(const MatchPlace& place, const StoredAttempt& attempt);
  void begin_course();
  void look_who_is_here();
  bool may_begin() const;
  bool closed() const;
  std::size_t slots_of(const LadderMatch& match) const;
  void begin_matches();
  void begin_match(LadderMatch match);
  void begin_new(LadderMatch match);
  Task<> play_match(LadderMatch match, std::size_t slots);
  Task<std::optional<LadderGame>> play_scheduled(const LadderMatch& match);
  Encounter encounter_of(const LadderMatch& match) const;
  ScheduledMatch scheduled(const EncounterMatch& encounter, const LadderMatch& match) const;
  ScheduledMatch::ResultCommit result_commit(const MatchPlace& place, const LadderGame& result) const;
  void add_result(const MatchPlace& place, const LadderGame& result);
  void say_wait_to(const std::vector<Entrant>& entrants);
  void begin_block(int block);
  Task<> close_block(std::int64_t at);
  KeptMatches::Match* find_kept(const MatchPlace& place);
  Task<> finish();
  void renew_soon();
  std::vector<StoreWrite> take_expired(std::int64_t now);

  Events events_;
  MatchSeeds seeds_;
  Openings openings_;
  LadderSums sums_;
  std::unique_ptr<LadderMatching> matching_;
  KeptMatches kept_;
  std::optional<BlockTimes> block_times_;
  std::map<MatchPlace, KeptMatches::Match> open_matches_;  // of the open block: nobody sees them yet
  std::size_t running_ = 0;
  std::vector<LadderMatch> resumed_;                      // of an earlier run of the program, to be played on
  std::vector<StoredAttempt> to_export_;                  // of matches whose records may be seen now
  std::vector<StoreWrite> left_over_;                     // of matches that were interrupted
  std::vector<std::pair<std::string, int>> interrupted_;  // interrupted matches, with their attempts
  std::size_t slots_taken_ = 0;
  std::size_t asked_at_once_;
  LadderRenewal renewal_;
  Timer closes_;
  Timer block_closes_;
  Timer next_is_due_;
  bool time_is_up_ = false;
  bool block_is_due_ = false;
  bool finished_ = false;
};

}  // namespace referee
