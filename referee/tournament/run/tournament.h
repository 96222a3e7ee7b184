#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "referee/loop/timer.h"
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
  /// REQUIRES: the format is no ladder. Throws fields::Exception for a damaged store.
  Tournament(const Surroundings& around, const OpenedStore& opened, Events events);

  Task<> play() override;
  void drain() override;
  std::string waiting_for(const Player& player) const override;

  // ---- the arbiter (tournament_rulings.cpp) ----

  ControlReply start() override;
  ControlReply give_bye(Entrant entrant, int round, PairingRequests::Bye bye,
                        const std::string& why) override;
  /// Sets the number of rounds: at least as many as are paired, before the end and before a final.
  ControlReply set_rounds(int rounds, const std::string& why) override;
  Task<ControlReply> strike(MatchPlace place, std::string why) override;
  Task<ControlReply> replay(MatchPlace place, std::string why) override;
  void ruled() override { write_reports(); }

  // ---- what is known ----

  bool finished() const override { return finished_; }
  /// Whether it waits for its start, or for the arbiter between rounds.
  bool waiting() const { return waiting_; }
  /// The rounds planned; or as many as there have been, if late entrants had more to play.
  int rounds() const { return std::max(pairing_->rounds(around_.roster.size()), ledger_.rounds()); }
  const Ledger& ledger() const { return ledger_; }
  StandingsPage page() const override;
  std::string progress_text() const override;
  std::string start_text() const override;
  std::string byes_text(Entrant entrant) const override;
  Progress progress() const override;

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
  Task<> end_kept_bots(const Encounter& encounter);
  Task<> play_games(const Encounter& encounter);
  Task<> play_match(const Encounter& encounter, int match_no, SideBySide& others);
  ScheduledMatch::ResultCommit result_commit(const EncounterMatch& game, const Encounter& encounter,
                                             const MatchResult& match);
  std::string average_text(const Encounter& encounter) const;
  std::vector<StoredAttempt> secret_attempts() const;
  Task<> await_arbiter();
  Task<bool> pair_next_round();
  PairedRound paired_round(std::vector<Entrant>& left_out);
  std::vector<Entrant> away_for_long() const;
  std::string not_paired_text(const std::vector<Entrant>& left_out) const;
  Task<> finish();
  std::size_t matches_at_most() const;
  std::string why_result_stands(const MatchPlace& place) const;
  void require_change(const MatchPlace& place) const;
  std::string what_follows(const MatchPlace& place, StoredAttempt::Status status) const;
  Task<std::string> take_out(MatchPlace place, StoredAttempt::Status status, std::string why);
  void round_over();
  void write_reports_soon();
  void write_reports();

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
  bool finished_ = false;
  bool finished_before_;  // in an earlier run of the program, and no match has been played since
};

}  // namespace referee
