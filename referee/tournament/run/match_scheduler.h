#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "protocol/require.h"
#include "referee/match/kept_bots.h"
#include "referee/match/lobby.h"
#include "referee/match/match_seeds.h"
#include "referee/match/record_files.h"
#include "referee/match/running_attempts.h"
#include "referee/net/slots.h"
#include "referee/queue/remote_matches.h"
#include "referee/record/match_spec.h"
#include "referee/store/store_writer.h"
#include "referee/tournament/run/match_journal.h"
#include "referee/tournament/run/missing_programs.h"

namespace referee {

/// A match of a tournament that is to be played now.
struct ScheduledMatch {
  MatchJob job;  ///< the match scheduler fills in attempt, seed and times of waiting
  std::optional<std::uint64_t> instance_seed;  ///< of an instance that names one
  std::optional<SharedGame> shared;            ///< a game that other entrants play as well, each for itself
  bool keep_bots = false;  ///< launched bots stay for the next game: MatchJob::another_follows
  /// What is to be kept of the result, and what else is to be written in the same commit.
  struct ResultCommit {
    std::string result;  ///< JSON text
    std::vector<StoreWrite> writes;
  };
  std::function<ResultCommit(const MatchResult&)> result_commit;
};

/// Plays a tournament's matches side by side: calls the players, waits for slots, keeps journals, makes each
/// result durable before any player is told it, and writes the files. AttemptRunner repeats void attempts.
class MatchScheduler {
 public:
  struct Terms {
    Milliseconds no_show{60000};    ///< how long a match waits for its players from its call
    std::size_t parallel = 1;       ///< seats of launched bots asked at once, in all matches
    std::size_t asked_at_once = 1;  ///< seats that the game asks at once
    std::size_t seats = 1;          ///< of a match
    MatchSeeds seeds;
    std::function<bool(const std::string&)> withdrawn;  ///< whether an entrant, by name, plays no more
    /// The entrants, by name, whose programs are missing now, but for those that play no more.
    std::function<std::vector<std::string>()> missing;
    std::function<bool(const std::string&)> is_entrant;  ///< not a house bot
    /// A note for the standings, to be written with a result.
    std::function<StoreWrite(const std::string&)> note;
    Milliseconds grace{60000};    ///< how long a match that goes on after a restart waits for its players
    std::filesystem::path turns;  ///< the folder for the turns of running matches
    queue::RemoteJobs* workers = nullptr;  ///< who play matches of launched bots; nobody: all are played here
  };
  MatchScheduler(Tasks& tasks, Launcher& launcher, Lobby& lobby, StoreWriter& store, RecordFiles& files,
                 Terms terms);
  ~MatchScheduler();
  MatchScheduler(const MatchScheduler&) = delete;
  MatchScheduler& operator=(const MatchScheduler&) = delete;

  /// Plays a match, in as many attempts as it takes. Nothing if the match scheduler was stopped before, or if
  /// the match is put off, because bots cannot be started or it was void AttemptRunner::kAttempts times: then
  /// on_halt() has been told why, and play() may be called again. Throws StoreError.
  ///
  /// A bot that cannot be started is tried again, kAttempts times in all. Then its entrant is absent if its
  /// own program is why; the match is put off if anything else is, or if programs of several entrants went
  /// missing at once (MissingPrograms).
  Task<std::optional<MatchResult>> play(ScheduledMatch match);
  /// Who is told why a match is put off; without it that is only logged.
  void on_halt(std::function<void(const std::string& why)> halt) { halt_ = std::move(halt); }
  /// `observer` sees all matches that begin from now on, also those that go on after a restart. It outlives
  /// them.
  void observe(MatchObserver& observer) { observers_.push_back(&observer); }
  /// Programs that are still missing count as going missing anew.
  void forget_missing() { missing_.forget(); }

  /// The attempts of a match before this run of the program: the next one gets the next number.
  void set_attempts(const std::string& match, int attempts) { attempts_[match] = attempts; }
  /// The newest attempt of a match goes on where an earlier run of the program has left it, as soon as play()
  /// is called for the match. REQUIRES: set_attempts() was called for it.
  void set_saved(const std::string& match, SavedMatch saved) {
    REQUIRE(attempts_.contains(match));
    saved_[match] = std::move(saved);
  }
  /// How many attempts of a match have begun; the last one is the newest. REQUIRES: at least one has.
  int attempts(const std::string& match) const { return attempts_.at(match); }
  /// How many attempts of each match have begun, also of one that has no result.
  const std::map<std::string, int>& attempts() const { return attempts_; }
  /// Forgets a match that is not played again; returns how many attempts had begun.
  int forget(const std::string& match);
  /// No more matches begin; those that are running are played to their end.
  void drain();
  /// Makes all running matches void, now, and no more begin.
  void abort_all(const std::string& why);
  /// Makes a running match void: it is played again. False if it is not running.
  bool abort(const std::string& match, const std::string& why);
  /// The entrant forfeits the match that it is playing, if any; one that waits for it waits no more.
  void withdraw(const std::string& name);
  /// Ends the bots of that name that have stayed for another game and wait for it.
  Task<> end_kept(std::string name) { return kept_.end(std::move(name)); }

  /// For others that use this machine's cores beside the matches.
  Slots& slots() { return slots_; }
  /// The matches that are being played now.
  std::vector<std::string> running_matches() const;
  std::size_t matches_running() const;

 private:
  class Playing;

  void put_off(const std::string& match, const std::string& why);
  std::string why_put_off(const FailedStart& failure, const std::string& name);
  void export_record(PlayedAttempt& played);
  void keep_stderr(const PlayedAttempt& played);

  Tasks& tasks_;
  Launcher& launcher_;
  Lobby& lobby_;
  RecordFiles& files_;
  Terms terms_;
  Slots slots_;
  MatchJournal journal_;
  std::optional<queue::RemoteMatches> remote_;  // nothing: all are played here
  MatchResult::Machine own_machine_;            // if not all are
  MatchObservers observers_{&journal_};
  KeptBots kept_;
  std::map<std::string, int> attempts_;      // begun so far, by match
  std::map<std::string, SavedMatch> saved_;  // of earlier runs of the program, by match
  RunningAttempts<Playing> playing_;         // called, waiting for slots, or running
  MissingPrograms missing_;
  std::function<void(const std::string&)> halt_;
  bool stopping_ = false;
};

}  // namespace referee
