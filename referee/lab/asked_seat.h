#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engines/game.h"
#include "protocol/messages.h"
#include "referee/base/units.h"
#include "referee/clocks/clock_spec.h"
#include "referee/clocks/seat_clock.h"
#include "referee/loop/event.h"
#include "referee/loop/tasks.h"
#include "referee/match/launcher.h"
#include "referee/match/past_sender.h"
#include "referee/match/player.h"
#include "referee/record/match_result.h"
#include "referee/record/match_spec.h"
#include "referee/record/open_turn.h"
#include "referee/record/turn_judge.h"

namespace referee {

/// One turn that a bot is asked again.
struct Question {
  std::int64_t turn = 0;
  std::string_view view;
  const SeatClock& clock;              ///< the seat's clock before the turn
  double score = 0;                    ///< the seat's own, which only a score_rate clock looks at
  std::optional<protocol::Last> last;  ///< what became of the seat's turn before
  engines::Game& position;             ///< a copy of the game as it stood then, which judges the answer
  /// Time that is not charged: for reading the past.
  Microseconds extra{0};
  /// How long to wait for an answer; nothing: for ever, and the clock does not matter.
  std::optional<Milliseconds> patience;
};

/// What a bot answers to a question.
struct NewAnswer {
  /// Whether the bot has answered at all.
  enum class Kind : std::uint8_t {
    answered,
    silent,  ///< nothing came within the patience
    gone     ///< its program has ended, or its connection was closed
  };
  Kind kind = Kind::answered;
  /// `verdict` is that of the rules: ok, illegal, malformed or oversize. If the bot has not answered, `fault`
  /// says how. `spent` is what the clock would charge, by the measure of the record.
  SeatAnswer answer;
  Microseconds cpu{0};              ///< processor time, of all that the bot has started
  Microseconds wall{0};             ///< from the last byte of the turn to the last byte of the answer
  Ruling ruling = Ruling::in_time;  ///< by the record's clock
  Microseconds left{0};             ///< what that clock left for the answer
};

/// The bot that is asked again, in the place of the seat's player.
class AskedSeat final : public SeatEvents {
 public:
  /// `bot` has said hello; it and `spec` outlive the seat. `measure`: by which answers are charged.
  AskedSeat(Tasks& tasks, const LaunchedBot& bot, const MatchSpec& spec, engines::Seat seat, Measure measure);
  ~AskedSeat() override;
  AskedSeat(const AskedSeat&) = delete;
  AskedSeat& operator=(const AskedSeat&) = delete;

  /// Whether the bot can still be asked.
  bool present() const { return bot_.player->connected(); }
  void send(std::string_view line) { bot_.player->send(line); }
  /// Sends all turns of `record` before `turn` as the past; returns when the kernel has taken them, or the
  /// bot is gone.
  Task<> send_past(const std::string& record, std::int64_t turn);
  Task<NewAnswer> ask(const Question& question);

  void on_line(Session& session, const Received& line) override;
  void on_sent(Session& session) override;
  void on_attached() override {}
  void on_detached(CloseReason reason) override;

 private:
  void open(const Question& question);
  /// Returns when `done` holds, the bot is gone, or the deadline has come. `done` is asked while it is
  /// present.
  Task<> wait(std::function<bool()> done, TimePoint deadline);
  void read_line(Session& session, const Received& line);
  void answered(Session& session, const Received& line, const TurnAnswer& answer);
  void time(const Arrival& arrival, NewAnswer& now);
  Microseconds cpu_now() const;

  Tasks& tasks_;
  const LaunchedBot& bot_;
  const MatchSpec& spec_;
  engines::Seat seat_;
  Measure measure_;
  Condition changed_;                   // an answer has come, the past is sent, or the bot is gone
  std::unique_ptr<PastSender> past_;    // while the past is being sent
  std::int64_t turn_ = -1;              // the newest that was asked
  const Question* question_ = nullptr;  // while it waits for an answer
  std::optional<OpenTurn> by_measure_;  // the open turn by the clock of the record
  SeatClock endless_clock_;             // for by_wall_, which only measures
  std::optional<OpenTurn> by_wall_;     // the open turn by wall time
  Microseconds cpu_at_start_{0};
  std::optional<Microseconds> cpu_at_answer_;  // processor time used at the answer before
  Microseconds busy_at_start_{0};
  std::optional<NewAnswer> new_answer_;
  std::optional<CloseReason> why_closed_;
};

}  // namespace referee
