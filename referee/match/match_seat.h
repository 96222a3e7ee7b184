#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engines/game.h"
#include "protocol/messages.h"
#include "referee/loop/clock.h"
#include "referee/match/match_observer.h"
#include "referee/match/player.h"
#include "referee/match/saved_match.h"
#include "referee/match/wall_comparison.h"
#include "referee/record/match_result.h"
#include "referee/record/seat_turns.h"

namespace referee {

/// What all seats of a match share.
struct MatchContext {
  const Clock& time;
  std::string match;
  const std::unique_ptr<engines::Game>& game;
  const ClockSpec& clock;
  std::function<void()> seat_decided;              ///< an open turn has its verdict
  std::function<void()> deadline_moved;            ///< that of an open turn
  std::function<void(std::exception_ptr)> failed;  ///< the referee is at fault: the match becomes void
  std::function<void(std::size_t)>
      reattached;  ///< the seat's player has a new connection: `start` must be sent again
  std::function<void(std::size_t)> past_taken;  ///< the kernel has taken the past turns sent so far
  Microseconds silence_noticed{0};              ///< see MatchSpec
};

/// One seat of a running match: its player and its turns. It judges an answer when it arrives, so that every
/// verdict reaches the bot at once and no seat waits for another.
class MatchSeat final : public SeatEvents {
 public:
  /// `player` plays here until the seat is destroyed.
  MatchSeat(const MatchContext& context, std::size_t seat, std::shared_ptr<Player> player);
  ~MatchSeat() override;
  MatchSeat(const MatchSeat&) = delete;
  MatchSeat& operator=(const MatchSeat&) = delete;

  Player& player() { return *player_; }
  const Player& player() const { return *player_; }
  Measure measure() const { return turns_.measure(); }

  /// The match goes on after a restart of the referee. REQUIRES: no turn has been asked.
  void go_on_with(const MatchState::Seat& state);
  /// The bot is sent `start`: what it computes from here to its first turn is time between turns.
  void note_start();
  /// Opens a turn: sends it, and starts the clock with the last byte.
  void ask(std::int64_t turn, std::string_view view);
  /// The open turn has no verdict yet.
  bool waiting() const { return turns_.waiting(); }
  /// No verdict is possible before this time, unless an answer arrives. REQUIRES: waiting().
  TimePoint next_check() const;
  /// Reads what has arrived by now, then rules on silence. REQUIRES: waiting().
  void check(TimePoint now);
  /// When look() has something to do, if the turn is open until then; TimePoint::max() if never. REQUIRES:
  /// waiting().
  TimePoint next_look() const;
  /// Notes what a silent bot does; what there is to tell of it, once a match. REQUIRES: waiting().
  std::optional<SilentSeat> look(TimePoint now);
  /// Answers the first turn for an absent player: no_show and forfeited.
  void answer_no_show(std::int64_t turn);
  /// Forfeits the match, at the open turn or else at the next one.
  void withdraw();
  /// The rules have refused the move that they had kept, when the step was played: the verdict on the turn
  /// changes, and the bot is told. REQUIRES: the open turn is decided, with a move.
  void overrule(const engines::Refusal& refusal);
  /// Closes the turn. REQUIRES: asked, and not waiting().
  SeatAnswer take_answer();
  /// The player's connection is about to get past turns: no turn is sent to it until caught_up().
  void begin_past() { behind_ = true; }
  /// The player's new connection knows all past turns. Sends it the open turn, if that still waits for this
  /// seat: `view` is what the seat sees in it.
  void caught_up(std::string_view view);
  /// The next turn of this seat may take so much longer, and this time is not charged.
  void allow(Microseconds extra) { extra_ = extra; }

  /// The result of the seat so far.
  const MatchResult::Seat& result() const { return turns_.account().result; }
  const std::optional<protocol::Last>& last() const { return turns_.account().last; }

  void on_line(Session& session, const Received& line) override;
  void on_sent(Session& session) override;
  void on_attached() override;
  void on_detached(CloseReason reason) override;
  void on_failure(const std::exception_ptr& failure) override { context_.failed(failure); }

 private:
  /// What the bot's processes did during the last part of an open turn.
  struct Busy {
    Microseconds computed{0};  ///< 0 if it is not known
    Microseconds of{0};        ///< how long that part is
  };
  /// cpu_wanted() at a moment of an open turn.
  struct CpuMark {
    TimePoint at;
    Microseconds wanted;
  };

  template <class Step>
  void guarded(const Step& step);
  void ask_again(std::string_view view);
  void send_turn(std::string_view view, Microseconds left);
  void start_clock(TimePoint sent);
  void turn_sent();
  Microseconds cpu_now() const;
  Microseconds between(Microseconds cpu) const;

  void read_line(Session& session, const Received& line);
  void answered(Session& session, const Received& line, const TurnAnswer& answer);
  void compare_wall_time(Microseconds spent);
  void rule_on_silence(const TurnClock::Silence& silence, TimePoint now);
  void lost();
  void gone();
  /// Its connection is gone, and its process is about to end.
  bool is_ending() const;
  bool is_end_of_program(const Received& line);
  void decide_at(TimePoint when, const TurnVerdict& decision);
  /// `stderr_read`: see Player::turn_decided().
  void decide(const TurnVerdict& decision, bool stderr_read = false);
  void tell(protocol::Verdict verdict, const std::string& fault);
  std::string silence_fault(const TurnClock::Silence& silence, TimePoint now);
  std::string advice_of(const Busy& busy) const;
  bool is_looked_at() const;
  bool is_marked() const;
  Microseconds cpu_wanted();
  Busy busy(TimePoint now);
  std::string silence_advice(const Busy& busy) const;

  const MatchContext& context_;
  std::size_t seat_;
  std::shared_ptr<Player> player_;
  // What every turn reads stands together, within three lines of a processor's cache.
  std::optional<Microseconds> cpu_at_answer_;  // used when the turn before was decided, or `start` was sent
  std::optional<CpuMark> cpu_mark_;  // of the open turn, where wall time is charged and the bot is silent
  Busy latest_busy_;                 // since the latest answer
  Microseconds extra_{0};            // see allow()
  bool silence_noticed_ = false;
  bool withdrawn_ = false;
  bool behind_ = false;  // the connection is being sent past turns
  std::optional<CloseReason> gone_;
  std::optional<std::string> ended_;  // how its program ended, if its connection has told so
  SeatTurns turns_;
  WallComparison wall_;
  // False where time between turns would be charged, and the bot's meter counts waiting for the opponent like
  // computing.
  const bool knows_between_;
  Microseconds cpu_delay_{0};  // for which the bot's processes have waited for a processor
};

}  // namespace referee
