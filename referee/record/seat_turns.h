#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engines/game.h"
#include "protocol/messages.h"
#include "protocol/require.h"
#include "referee/clocks/clock_spec.h"
#include "referee/clocks/moment.h"
#include "referee/clocks/seat_clock.h"
#include "referee/record/match_result.h"
#include "referee/record/open_turn.h"
#include "referee/record/turn_judge.h"

namespace referee {

/// What has become of the turns of one seat. A value.
struct SeatAccount {
  /// Bytes of a move of usual length: such moves are not counted. PROTOCOL.md has both numbers.
  static constexpr std::size_t kUsualMove = 1024;
  /// Bytes of all longer moves of a seat in a match, so that no bot can fill the record, and the memory.
  static constexpr std::size_t kMostInLongMoves = std::size_t{32} * 1024 * 1024;

  SeatClock clock;
  MatchResult::Seat result = {};
  std::optional<protocol::Last> last = {};  ///< nothing before the seat's first turn is over
  std::size_t in_long_moves = 0;            ///< bytes of the moves applied that are longer than kUsualMove

  /// Counts a move that was applied, of so many bytes as JSON.
  void count_move(std::size_t bytes) { in_long_moves += bytes > kUsualMove ? bytes : 0; }
  /// Books a turn that is over, but for the time of its clock.
  void book(const protocol::Last& turn);
};

/// The verdict on a turn.
struct TurnVerdict {
  protocol::Verdict verdict = protocol::Verdict::ok;
  std::string fault;  ///< why it is not ok; plain text
  Microseconds spent{0};
  bool forfeited = false;
};

/// The turns of one seat of a match: its account, its open turn, and the verdict on each. It knows no
/// connection and no process: who asks the bot tells what came of it, and when.
class SeatTurns {
 public:
  /// `clock` and `game` must outlive this object; `*game` may be another one later. `measure`: cpu or wall.
  SeatTurns(std::size_t seat, const ClockSpec& clock, Measure measure,
            const std::unique_ptr<engines::Game>& game)
      : seat_(seat), spec_(clock), measure_(measure), game_(game), account_{SeatClock(clock)} {}

  Measure measure() const { return measure_; }
  SeatAccount& account() { return account_; }
  const SeatAccount& account() const { return account_; }
  SeatClock& clock() { return account_.clock; }
  const SeatClock& clock() const { return account_.clock; }
  /// The seat's score now, where its clock looks at it; else 0.
  double score() const;

  /// Opens a turn, at which the bot is asked from `asked` on. `cpu` and `between`: see OpenTurn; the clock
  /// says whether the time between is charged. `extra`: see TurnClock::Terms.
  void open(std::int64_t turn, const Moment& asked, Microseconds cpu = Microseconds{0},
            Microseconds between = Microseconds{0}, Microseconds extra = Microseconds{0}) {
    open_.emplace(seat_, turn, asked, cpu, between);
    if (spec_.ponder == Ponder::charged) {
      open_->charge_between(extra);
    }
  }
  /// Any turn has been opened.
  bool has_turn() const { return open_.has_value(); }
  /// The open turn has no verdict yet.
  bool waiting() const { return open_ && !open_->decided(); }
  /// The open turn, or the latest one. REQUIRES: has_turn().
  OpenTurn& turn() {
    REQUIRE(open_);
    return *open_;
  }
  const OpenTurn& turn() const {
    REQUIRE(open_);
    return *open_;
  }
  /// What a line of the bot would answer. `match` must outlive the result.
  LatestRequest latest(std::string_view match) const;
  /// The message that asks the bot. `left`: what the answer may take.
  std::string turn_line(std::string_view match, std::string_view view, Microseconds left) const;

  /// The time of the open turn runs. `credit` and `extra`: see TurnClock::Terms.
  void start_clock(TimePoint sent, Microseconds credit = Microseconds{0},
                   Microseconds extra = Microseconds{0});

  /// The verdict on an answer that was charged `charge`: the rules judge a move in time, and keep a legal
  /// one. `line`: what was read. REQUIRES: waiting(), and its clock runs.
  TurnVerdict answered(const TurnClock::Charge& charge, const TurnAnswer& answer, std::string_view line);
  /// Whether a turn that is late is still open: per_move waits for the answer where its clock says "wait",
  /// and the bot is `connected`.
  bool waits_on(const TurnClock::Silence& silence, bool connected) const;
  /// The verdict on a silence that is over, and no in_time. `fault`: in words, see silence_text().
  TurnVerdict silent(const TurnClock::Silence& silence, bool connected, std::string fault);
  /// A verdict on the open turn at `now`, for which the bot is charged what has run until then. `cpu`: as for
  /// OpenTurn.
  TurnVerdict cut_off(const TurnVerdict& decision, TimePoint now, Microseconds cpu);
  /// The verdict on the turn of a bot that has never come. `why`: for people; may be empty.
  static TurnVerdict absent(const std::string& why);
  /// Closes the open turn: charges its time, tells the rules, and books it. REQUIRES: waiting().
  void decide(const TurnVerdict& decision);
  /// The rules have refused the move after all: the verdict on the turn changes. REQUIRES: it was decided,
  /// with a move.
  void overrule(const engines::Refusal& refusal);
  /// The entry of the record. REQUIRES: the open turn is decided.
  SeatAnswer take_answer();

  /// Why an answer that was charged `charge` is too late.
  std::string overrun_text(const TurnClock::Charge& charge) const;
  /// Why a silence is over.
  std::string silence_text(const TurnClock::Silence& silence) const;

 private:
  Microseconds longest_silence() const;
  TurnVerdict refuse_long_move(const TurnClock::Charge& charge, std::string_view line);
  bool is_too_long(const TurnAnswer& answer, std::string_view line) const;
  std::string between_text() const;
  std::string row_text(Ruling ruling) const;

  std::size_t seat_;
  const ClockSpec& spec_;
  Measure measure_;
  const std::unique_ptr<engines::Game>& game_;
  SeatAccount account_;
  std::optional<OpenTurn> open_;
};

}  // namespace referee
