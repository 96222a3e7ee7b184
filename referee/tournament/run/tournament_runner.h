#pragma once

#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "referee/loop/event.h"
#include "referee/loop/tasks.h"
#include "referee/net/control_message.h"
#include "referee/report/standings_page.h"
#include "referee/tournament/run/match_scheduler.h"
#include "referee/tournament/run/opened_store.h"
#include "referee/tournament/run/roster.h"
#include "referee/tournament/run/stored_page.h"
#include "referee/tournament/run/tournament_records.h"

namespace referee {

/// What is played: a tournament of rounds or a ladder. Its arbiter may rule at any time; what a kind of play
/// does not have is refused with a reason.
class TournamentRunner {
 public:
  /// What it works with. All outlive it.
  struct Surroundings {
    Tasks& tasks;
    const TournamentConfig& config;
    StoreWriter& store;
    TournamentRecords& records;
    ChangeLog& changes;
    Roster& roster;
    MatchScheduler& match_scheduler;
  };

  virtual ~TournamentRunner() = default;
  TournamentRunner(const TournamentRunner&) = delete;
  TournamentRunner& operator=(const TournamentRunner&) = delete;

  /// Returns when it is over, or when it was stopped and nothing is running any more. Throws the error that
  /// makes going on impossible.
  virtual Task<> play() = 0;
  /// No more matches begin; those that run are played to their end.
  virtual void drain();
  /// After play(): returns once it was stopped. Throws the error that makes going on impossible.
  Task<> stay();
  /// To be called when something has happened that play may wait for.
  void wake() { changed_.notify(); }
  /// Makes running matches void, at once.
  void abort(const std::string& why);

  // ---- the arbiter ----

  /// Begins although not all entrants are connected, or goes on to the next round.
  virtual ControlReply start();
  /// No more matches begin until the arbiter resumes play. REQUIRES: paused() is not so already.
  void pause(bool paused);
  bool paused() const { return paused_; }
  /// Stops play by order of the referee itself, because going on would be unfair: pauses, or ends as after
  /// drain(); `why` is for people.
  void halt(const std::string& why);
  /// play() has thrown for a fault of ours: for pages and arbiter it is paused, until a restart.
  void break_off(const std::string& why);
  /// From now on halt() ends: for a program that nobody watches.
  void end_if_halted() { ends_if_halted_ = true; }
  /// Why the referee itself has stopped play; empty if it has not.
  const std::string& halted() const { return halted_; }
  /// Withdraws an entrant: it forfeits the match that it is playing, and plays no more.
  void withdraw(Entrant entrant, const std::string& why);
  /// Withdraws several at once; `pattern`: what their names have in common, for the note.
  void withdraw(const std::vector<Entrant>& entrants, const std::string& pattern, const std::string& why);
  /// Gives an entrant a bye in a round, or takes it back. `round`: from 1 to FormatTraits::bye_rounds.
  virtual ControlReply give_bye(Entrant entrant, int round, PairingRequests::Bye bye, const std::string& why);
  /// Plans more or fewer rounds, from 1 to TournamentFormat::kMostRounds.
  virtual ControlReply set_rounds(int rounds, const std::string& why);
  /// Takes a finished match out: it counts for no entrant.
  virtual Task<ControlReply> strike(MatchPlace place, std::string why) = 0;
  /// Makes a match void: it is played again.
  virtual Task<ControlReply> replay(MatchPlace place, std::string why);

  /// The arbiter has ruled: what is shown changes. The arbiter calls it after each decision with a note.
  virtual void ruled() = 0;

  // ---- what is known ----

  /// The config's, but with as many rounds as the arbiter has set.
  const TournamentFormat& format() const { return *format_; }
  /// Whether all that was to be played has been played.
  virtual bool finished() const { return false; }
  /// What a connected player waits for, for people.
  virtual std::string waiting_for(const Player& player) const = 0;
  /// Tells an entrant who is connected and does not play what it waits for.
  void say_wait(Entrant entrant);
  /// Valid as long as no match ends.
  virtual StandingsPage page() const = 0;
  /// "round 2 of 5, 14 matches played, paused", for people; "" if nothing is to be said.
  virtual std::string progress_text() const = 0;
  /// "starts when the arbiter says so", for people; "" once the first round is paired, and for a ladder.
  virtual std::string start_text() const { return ""; }
  /// The byes of an entrant that are to come, as ", half-point-bye in round 3".
  virtual std::string byes_text(Entrant) const { return ""; }
  /// How far play has come.
  struct Progress {
    std::size_t matches = 0;          ///< that are over
    std::size_t matches_at_most = 0;  ///< 0: unknown
    int round = 0;                    ///< from 1; 0: none has begun, or it is not played in rounds
    int rounds = 0;                   ///< 0: it is not played in rounds
  };
  virtual Progress progress() const = 0;

 protected:
  /// Answers the questions of roster, store and match scheduler from now on. `opened`: of that store.
  TournamentRunner(const Surroundings& around, const OpenedStore& opened);
  /// Stops at once, because going on is impossible; rethrow_failure() will tell why. Only the first failure
  /// counts.
  void fail(std::exception_ptr failure);
  void rethrow_failure() const;
  bool stopping() const { return stopping_; }
  /// Has a running match played again. False if it is not running.
  bool abort_match(const MatchPlace& place, const std::string& why);
  void say_wait_to_all();
  /// What players wait for while paused().
  std::string pause_text() const;
  /// ", over", ", paused" and why, for progress_text().
  std::string state_text() const;

  /// What the page of all kinds of play has: no results, and not whether it is over.
  PageParts page_parts() const;

  const Surroundings around_;
  std::shared_ptr<const TournamentFormat> format_;  // see format()
  Condition changed_;  // a connection began or ended, the arbiter gave a command, a match is over

 private:
  const std::string sandbox_;  // StandingsPage::sandbox
  bool stopping_ = false;
  bool paused_ = false;
  std::string halted_;
  bool ends_if_halted_ = false;
  bool broken_ = false;
  std::exception_ptr failure_;
};

}  // namespace referee
