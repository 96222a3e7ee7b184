#pragma once

#include <cstddef>
#include <deque>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "protocol/require.h"
#include "referee/loop/event.h"
#include "referee/loop/tasks.h"
#include "referee/loop/timer.h"
#include "referee/match/match_observer.h"
#include "referee/match/match_seat.h"
#include "referee/match/past_sender.h"
#include "referee/match/saved_match.h"
#include "referee/match/seat_views.h"
#include "referee/record/match_result.h"
#include "referee/record/match_spec.h"
#include "referee/record/record.h"

namespace referee {

/// Plays one match: asks the seats to move, waits for all their verdicts, steps the game, records. A player
/// whose bot is not connected at the start is absent.
class Match {
 public:
  /// Sets the game up. Throws fields::Exception if the options are not valid. The match tells `observers` its
  /// start and each of its turns. REQUIRES: as many players as seats.
  Match(Tasks& tasks, MatchSpec spec, const std::vector<std::shared_ptr<Player>>& players,
        MatchObservers observers = {});

  /// Brings the game to where its players are asked first: plays the given turns of the spec or, with
  /// `saved`, goes on where an earlier run of the program has left the match. If it cannot go on, because its
  /// answers would be measured in another way or its bots confined in another way, or if the rules fail, the
  /// match is void at once. Throws std::runtime_error if the record of `saved` is damaged, and
  /// std::invalid_argument if the given turns cannot be played, or end the game. Called once, before play();
  /// record() is whole after it.
  Task<> open(const SavedMatch* saved = nullptr);
  /// Plays to the end; `end` has not been sent yet when it returns, so that the result can be made durable
  /// first. A fault of the referee's own, or abort(), gives a void result; play() never throws.
  Task<MatchResult> play();
  /// Tells every player the result: `end`, or for a void match `error` referee_error.
  void tell_end(const MatchResult& result);
  /// Makes the running match void.
  void abort(const std::string& why);
  /// The seat's entrant has withdrawn: it forfeits the match at its open turn, or else at its next one.
  /// REQUIRES: a seat of the game.
  void withdraw(std::size_t seat) {
    REQUIRE(seat < seats_.size());
    seats_[seat].withdraw();
  }

  /// The record so far: whole lines.
  const std::string& record() const { return record_->text(); }

  /// What has to be known of a seat for the match to go on after a crash of the referee.
  struct Attendance {
    bool came = false;     ///< connected at the start of the match
    bool dials = false;    ///< its bot is not launched by the referee
    bool resumes = false;  ///< its hello says `resume`
  };
  /// What is known of each seat, by seat, for the match to go on after a crash of the referee.
  std::vector<Attendance> attendance() const;

 private:
  Task<> play_turns();
  Task<> play_out();
  Task<> collect(const std::vector<engines::Seat>& movers);
  void notify_if_all_decided();
  void set_timer(TimePoint deadline);
  bool too_few_came() const;
  void open_record();
  Task<> go_on_with(const SavedMatch& saved);
  void refuse_other_conditions(const Json& before);
  Task<> play_given_turns();
  Task<> play_given_in_turn();
  void tell_past();
  void fail(std::exception_ptr failure);
  void rethrow_failure() const;
  void send_start(std::size_t seat);
  void ask(const std::vector<engines::Seat>& movers);
  Task<> rules_answer();
  void finish_step(const std::vector<engines::Seat>& movers);
  void show_start() const;
  void show_turn(std::span<const SeatAnswer> answers, std::size_t recorded) const;
  void show_silence(const std::optional<SilentSeat>& silence) const;
  void reattached(std::size_t seat);
  void send_past(std::size_t seat);
  void go_on_with_past(std::size_t seat);
  void finish_result();
  void finish_no_show();

  Tasks& tasks_;
  MatchSpec spec_;
  std::unique_ptr<engines::Game> game_;
  MatchContext context_;
  std::deque<MatchSeat> seats_;                    // a deque: seats stay where they are
  std::vector<std::unique_ptr<PastSender>> past_;  // by seat; nullptr: the bot needs none or has had it
  std::optional<Record> record_;
  MatchObservers observers_;
  std::vector<std::string> names_;  // of the players, by seat: for observers
  Condition changed_;  // a seat has its verdict, a deadline has passed or moved, or the match has failed
  Timer timer_;        // notifies changed_, at the next deadline or earlier: see set_timer()
  TimePoint alarm_at_ = TimePoint::max();
  std::vector<bool> came_;
  std::int64_t turn_ = 0;
  std::int64_t given_turns_ = 0;
  std::optional<SeatViews> views_;
  std::string events_;    // of the last turn, JSON; a member so that its memory is used again
  bool started_ = false;  // `start` has been sent to the players who are connected
  bool resumed_ = false;  // the open turn is asked again after a restart of the referee
  std::exception_ptr failure_;
  MatchResult result_;
};

}  // namespace referee
