#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "referee/net/timer.h"
#include "referee/report/standings_page.h"
#include "referee/report/swiss_report.h"
#include "referee/tournament/run/encounter_match.h"
#include "referee/tournament/run/ledger.h"
#include "referee/tournament/run/report_pace.h"
#include "referee/tournament/run/start_gate.h"
#include "referee/tournament/run/tournament_runner.h"

namespace referee {

/// The course of a tournament: waits for its start, pairs round after round, plays the encounters side by
/// side, and keeps the standings. The arbiter may give commands at any time.
class Tournament final : public TournamentRunner {
 public:
  /// Calls for the code that shows the course of the tournament.
  struct Events {
    std::function<void(const std::string&)> game_over;  ///< a line for people
    std::function<void()> round_over;
  };
  /// REQUIRES: the context's config is not one of a practice. Throws fields::Exception for a damaged store.
  Tournament(TournamentContext& context, const OpenedStore& opened, Events events);

  Task<> play() override;
  void drain() override;
  std::string waiting_for(const Player& player) const override;

  // ---- the arbiter (tournament_rulings.cpp) ----

  /// Begins although not all entrants are connected, or goes on to the next round.
  void start();
  void pause(bool paused);
  /// Stops play by order of the referee itself, because going on would be unfair: pauses, or ends as after
  /// drain(); `why` is for people.
  void halt(const std::string& why);
  /// From now on halt() ends: for a program that nobody watches.
  void end_if_halted() { ends_if_halted_ = true; }
  bool paused() const { return paused_; }
  /// Why the referee itself has stopped play; empty if it has not.
  const std::string& halted() const { return halted_; }
  /// Withdraws an entrant: it forfeits the match that it is playing, and plays no more.
  void withdraw(Entrant entrant, const std::string& why);
  /// The same of several at once; `pattern`: what their names have in common, for the note.
  void withdraw(const std::vector<Entrant>& entrants, const std::string& pattern, const std::string& why);
  /// Gives an entrant a bye in a round, or takes it back. False if that is so already. REQUIRES: a Swiss, and
  /// a round behind rounds_paired().
  bool give_bye(Entrant entrant, int round, PairingRequests::Bye bye, const std::string& why);
  /// Plans more or fewer rounds. REQUIRES: not finished(), a format with own_rounds(), and a number of
  /// rounds from 1 that is at least rounds_paired() and at most TournamentFormat::kMostRounds.
  void set_rounds(int rounds, const std::string& why);
  /// Why the result of a match may no longer be taken out; "" if it may, or if it is not finished.
  std::string why_result_stands(const MatchPlace& place) const;
  /// Whether it is finished, and played again if the arbiter strikes it.
  bool replays_struck(const MatchPlace& place) const {
    return ledger_.attempt_of(place) && ledger_.replays_struck(place);
  }
  /// Takes a finished match out: it counts for no entrant. False if it is not finished.
  Task<bool> strike(MatchPlace place, std::string why);
  /// Makes a running or finished match void: it is played again. False if it was never played.
  Task<bool> replay(MatchPlace place, std::string why);

  // ---- what is known ----

  bool finished() const override { return finished_; }
  /// Whether it waits for its start, or for the arbiter between rounds.
  bool waiting() const { return waiting_; }
  /// The rounds planned; or as many as there have been, if late entrants had more to play.
  int rounds() const { return std::max(pairing_->rounds(context_.roster.size()), ledger_.rounds()); }
  const Ledger& ledger() const { return ledger_; }
  const PairingRequests& requests() const { return requests_; }
  /// Rounds whose encounters are fixed.
  int rounds_paired() const { return rounds_paired_; }
  StandingsPage page() const;
  /// Matches that are over, and how many there will be at most.
  std::size_t matches_played() const { return ledger_.matches_over(); }
  std::size_t matches_at_most() const;
  /// When it starts, for people.
  std::string start_text() const { return gate_.text(std::nullopt); }

 private:
  /// Matches of one encounter that run at the same time.
  struct SideBySide {
    explicit SideBySide(boost::asio::io_context& io) : over(io) {}
    std::size_t running = 0;
    Condition over;  // one of them has ended
  };

  Task<> wait_for_start();
  void close_entry();
  Task<> play_rounds();
  Task<> play_encounters();
  Task<> play_encounter(Encounter encounter);
  Task<> play_games(const Encounter& encounter);
  Task<> play_match(const Encounter& encounter, int match_no, SideBySide& others);
  ScheduledMatch::ResultCommit result_commit(const EncounterMatch& game, const Encounter& encounter,
                                             const MatchResult& match);
  std::string average_text(const Encounter& encounter) const;
  std::vector<StoredAttempt> secret_attempts() const;
  Task<> await_arbiter();
  Task<bool> pair_next_round();
  Task<> finish();
  Task<bool> take_out(MatchPlace place, StoredAttempt::Status status, std::string note);
  void round_over();
  void write_reports_soon();
  void write_reports();
  void say_wait(Entrant entrant);
  void say_wait_to_all();

  Events events_;
  std::uint64_t seed_;
  std::unique_ptr<PairingSystem> pairing_;
  PairingRequests requests_;
  Ledger ledger_;
  int rounds_paired_ = 0;  // those of the ledger, and the one that is being written to the store
  std::vector<Encounter> being_paired_;  // of the round that is being written to the store
  EncounterScheduler scheduler_{ledger_};
  std::vector<StoredAttempt> to_export_;  // of earlier runs of the program
  StartGate gate_;
  ReportPace pace_;
  SwissReportFiles swiss_files_;
  Timer reports_due_;
  bool go_ = false;  // the arbiter has ordered the start
  bool waiting_ = false;
  bool paused_ = false;
  std::string halted_;
  bool ends_if_halted_ = false;
  bool finished_ = false;
};

}  // namespace referee
