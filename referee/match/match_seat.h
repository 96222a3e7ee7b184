#pragma once

#include <cassert>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engines/game.h"
#include "protocol/messages.h"
#include "referee/match/match_result.h"
#include "referee/match/open_turn.h"
#include "referee/match/player.h"

namespace referee {

/// What all seats of a match share.
struct MatchContext {
  std::string match;
  engines::Game& game;
  const ClockSpec& clock;
  std::function<void()> seat_decided;  ///< an open turn has its verdict, or its deadline has moved
  std::function<void(std::exception_ptr)> failed;  ///< the referee is at fault: the match becomes void
  std::function<void(std::size_t)>
      reattached;  ///< the seat's player has a new connection: `start` must be sent again
};

/// One seat of a running match: its player, its clock and its open turn. It judges an answer when it arrives,
/// so that every verdict reaches the bot at once and no seat waits for another.
class MatchSeat final : public SeatEvents {
 public:
  /// `player` plays here until the seat is destroyed.
  MatchSeat(const MatchContext& context, std::size_t seat, std::shared_ptr<Player> player);
  ~MatchSeat() override;
  MatchSeat(const MatchSeat&) = delete;
  MatchSeat& operator=(const MatchSeat&) = delete;

  Player& player() { return *player_; }
  Measure measure() const { return measure_; }

  /// Opens a turn: sends it, and starts the clock with the last byte.
  void ask(std::int64_t turn, std::string_view view);
  /// The open turn has no verdict yet.
  bool waiting() const { return open_ && !open_->decided(); }
  /// No verdict is possible before this time, unless an answer arrives. REQUIRES: waiting().
  TimePoint next_check() const {
    assert(waiting());
    return open_->next_check();
  }
  /// Reads what has arrived by now, then rules on silence. REQUIRES: waiting().
  void check(TimePoint now);
  /// Answers the first turn for an absent player: no_show and forfeited.
  void answer_no_show(std::int64_t turn);
  /// Forfeits the match, at the open turn or else at the next one.
  void withdraw();
  /// Closes the turn. REQUIRES: asked, and not waiting().
  SeatAnswer take_answer();
  /// Sends the open turn again, to a new connection, with the time that is left by now.
  void ask_again(std::string_view view);

  /// The result of the seat so far.
  const MatchResult::Seat& result() const { return result_; }
  const std::optional<protocol::Last>& last() const { return last_; }

  void on_line(Session& session, const Received& line) override;
  void on_sent(Session& session) override;
  void on_attached(bool resume) override;
  void on_detached(CloseReason reason) override;

  /// Whether the present connection asked for the past turns.
  bool wants_past() const { return wants_past_; }

 private:
  /// What a bot sent in answer to the open turn: a move for the rules to judge, or a line that is none.
  struct ReceivedMove {
    const protocol::Json* move = nullptr;
    protocol::Verdict verdict = protocol::Verdict::malformed;  // the rest is for lines that have no move
    std::string fault;
    const protocol::Json* json = nullptr;  // the whole message, if it is JSON
  };

  void send_turn(std::string_view view, Microseconds left);
  void start_clock(TimePoint sent, RealtimeOffset offset);
  double score() const;
  Microseconds cpu_now() const;

  void read_line(Session& session, const Received& line);
  void on_move(Session& session, const protocol::Move& move, const Received& line);
  bool is_for_open_turn(Session& session, const protocol::Move& move);
  void answered(Session& session, const Received& line, const ReceivedMove& move);
  void judge(const Received& line, const ReceivedMove& move, Microseconds spent);
  void rule_on_silence(const TurnClock::Silence& silence, TimePoint now);
  void gone();
  void decide_now(protocol::Verdict verdict, const char* fault, bool forfeited);
  void decide(protocol::Verdict verdict, std::string fault, Microseconds spent, bool forfeited);
  void tell(protocol::Verdict verdict, const std::string& fault);
  Microseconds longest_silence() const;
  std::string silence_fault(const TurnClock::Silence& silence) const;
  std::string overrun_fault(const TurnClock::Charge& charge) const;

  const MatchContext& context_;
  std::size_t seat_;
  std::shared_ptr<Player> player_;
  Measure measure_;
  SeatClock clock_;
  std::optional<OpenTurn> open_;
  std::optional<Microseconds> cpu_at_answer_;  // processor time used when the turn before was decided
  std::optional<CloseReason> gone_;
  std::optional<protocol::Last> last_;
  bool wants_past_ = false;
  bool withdrawn_ = false;
  MatchResult::Seat result_;
};

}  // namespace referee
