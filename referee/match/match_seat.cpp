#include "referee/match/match_seat.h"

#include <algorithm>
#include <utility>

#include "protocol/ended.h"
#include "protocol/json_writer.h"
#include "protocol/require.h"
#include "referee/base/text.h"
#include "referee/base/units.h"
#include "referee/clocks/silence.h"
#include "referee/net/session.h"
#include "referee/process/counted_clock.h"
#include "referee/record/fault_kinds.h"
#include "referee/record/match_messages.h"

namespace referee {
namespace {

using protocol::Verdict;

Measure measure_of(const ClockSpec& clock, Player& player) {
  if (clock.measure == Measure::automatic) {
    return player.cpu_meter() != nullptr ? Measure::cpu : Measure::wall;
  }
  return clock.measure;
}

constexpr const char* kWithdrawn = "the entrant has withdrawn";
constexpr Milliseconds kEnding{1000};  // from the end of a launched bot's connection to that of its process

}  // namespace

MatchSeat::MatchSeat(const MatchContext& context, std::size_t seat, std::shared_ptr<Player> player)
    : context_(context),
      seat_(seat),
      player_(std::move(player)),
      turns_(seat, context.clock, measure_of(context.clock, *player_), context.game),
      wall_(context.clock),
      knows_between_(context.clock.ponder == Ponder::free || player_->cpu_meter() == nullptr ||
                     std::string_view(player_->cpu_meter()->source()) != TreeOrWallClock::kSource) {
  turns_.account().result.player = player_->name();
  if (measure() == Measure::cpu) {
    (void)player_->new_run_delay();  // while it started up is no delay of this match
  }
  player_->sit(this);
}

MatchSeat::~MatchSeat() { player_->sit(nullptr); }

void MatchSeat::go_on_with(const MatchState::Seat& state) {
  REQUIRE(!turns_.has_turn());
  turns_.account() = state;
  turns_.account().result.player = player_->name();
}

// ---- asking ----

/// Records of clocks that leave the time between turns free have none of it before the first turn.
void MatchSeat::note_start() {
  if (context_.clock.ponder == Ponder::charged) {
    cpu_at_answer_ = cpu_now();
  }
}

void MatchSeat::ask(std::int64_t turn, std::string_view view) {
  const Microseconds cpu = cpu_now();
  cpu_mark_.reset();
  turns_.open(turn, context_.time.both(), cpu, between(cpu), extra_);
  if (withdrawn_) {
    decide({Verdict::forfeited, kWithdrawn, Microseconds{0}, true});
    return;
  }
  if (ended_) {
    gone();
    return;
  }
  if (behind_ && player_->connected()) {
    return;  // caught_up() sends the turn; until then check() waits as for a bot that does not read
  }
  send_turn(view, turns_.turn().to_tell(turns_.clock().left(turns_.score())));
  Session* session = player_->session();
  if (session == nullptr) {
    start_clock(turns_.turn().asked());
    if (player_->launched() || gone_ == CloseReason::flood) {
      lost();
    }
  } else if (const auto sent = player_->turn_sent_at()) {
    start_clock(*sent);
  }
}

/// Processor time that the bot has used since the turn before, of `cpu` used by now.
Microseconds MatchSeat::between(Microseconds cpu) const {
  return knows_between_ && cpu_at_answer_ ? cpu - *cpu_at_answer_ : Microseconds{0};
}

void MatchSeat::caught_up(std::string_view view) {
  behind_ = false;
  if (!waiting()) {
    return;
  }
  if (turns_.turn().clock_runs()) {
    ask_again(view);
  } else {
    ask(turns_.turn().number(), view);
    context_.deadline_moved();
  }
}

/// To a new connection, with the time that is left by now.
void MatchSeat::ask_again(std::string_view view) {
  send_turn(view, turns_.turn().left_at(context_.time.now()));
}

void MatchSeat::send_turn(std::string_view view, Microseconds left) {
  player_->send_turn(turns_.turn_line(context_.match, view, left));
}

void MatchSeat::start_clock(TimePoint sent) {
  Microseconds credit{0};
  if (context_.clock.lag_credit_ms > 0 && player_->session() != nullptr) {
    const auto trip = player_->session()->round_trip();
    credit = std::min<Microseconds>(trip ? trip->least : Microseconds{0},
                                    Milliseconds(context_.clock.lag_credit_ms));
  }
  turns_.start_clock(sent, credit, extra_);
}

Microseconds MatchSeat::cpu_now() const {
  return measure() == Measure::cpu && player_->cpu_meter() != nullptr ? player_->cpu_meter()->used()
                                                                      : Microseconds{0};
}

/// What fails in a call from outside is a fault of ours: it costs the match, which is void, and not this bot.
template <class Step>
void MatchSeat::guarded(const Step& step) {
  try {
    step();
  } catch (const std::exception&) {
    context_.failed(std::current_exception());
  }
}

void MatchSeat::on_sent(Session& /*session*/) {
  guarded([this] {
    if (behind_) {
      context_.past_taken(seat_);
    } else if (waiting() && !turns_.turn().clock_runs()) {
      turn_sent();
    }
  });
}

void MatchSeat::turn_sent() {
  if (const auto sent = player_->turn_sent_at()) {
    start_clock(std::min(*sent, turns_.turn().asked() + OpenTurn::kSendPatience));
    context_.deadline_moved();
  }
}

// ---- answers ----

void MatchSeat::on_line(Session& session, const Received& line) {
  guarded([&] { read_line(session, line); });
}

/// Whether the line says that the program behind the connection has ended. It answers no turn of this match
/// any more, so no turn waits for it.
bool MatchSeat::is_end_of_program(const Received& line) {
  const auto ended = protocol::read_ended(line.text);
  if (!ended || ended->match != context_.match) {
    return false;
  }
  ended_ = ended->how;
  if (waiting()) {
    gone();
  }
  return true;
}

void MatchSeat::read_line(Session& session, const Received& line) {
  const auto read = read_answer(line, turns_.latest(context_.match));
  if (const auto* answer = std::get_if<TurnAnswer>(&read)) {
    answered(session, line, *answer);
    return;
  }
  const auto& none = std::get<NoAnswer>(read);
  if (none.unknown_type && is_end_of_program(line)) {
    return;
  }
  if (none.earlier_turn) {
    turns_.clock().received();
    if (waiting() && turns_.turn().clock_runs()) {
      turns_.turn().end_silence(line.arrival.at);
    }
  }
  session.send(none.reply);
}

void MatchSeat::answered(Session& session, const Received& line, const TurnAnswer& answer) {
  session.count_as_answer();
  turns_.clock().received();
  latest_busy_ = {};
  if (!turns_.turn().clock_runs()) {  // answered before the whole turn was sent: no time to charge yet
    start_clock(line.arrival.at);
  }
  cpu_at_answer_ = cpu_now();
  const TurnClock::Charge charge = turns_.turn().charge(line.arrival, *cpu_at_answer_);
  if (charge.ruling == Ruling::in_time && !turns_.turn().told_late()) {
    compare_wall_time(charge.spent);
  }
  decide(turns_.answered(charge, answer, line.text), line.arrival.first_known);
}

/// The answer is in time by its charge; the referee's own clock is not changed.
void MatchSeat::compare_wall_time(Microseconds spent) {
  if (measure() != Measure::cpu) {
    return;
  }
  WallComparison::Answer answer{turns_.turn().number(), turns_.turn().answer().wall.value_or(Microseconds{0}),
                                spent, turns_.score()};
  if (wall_.exceeds(answer.wall, answer.score)) {
    answer.wall = std::max(Microseconds{0}, answer.wall - player_->new_run_delay());
  }
  wall_.answered(answer, turns_.account().result.wall_over);
}

// ---- silence ----

void MatchSeat::check(TimePoint now) {
  REQUIRE(waiting());
  if (now < next_check()) {
    return;
  }
  if (is_ending()) {
    return gone();
  }
  if (player_->session() != nullptr) {
    player_->session()->drain();
  }
  if (waiting() && !turns_.turn().clock_runs()) {
    start_clock(turns_.turn().asked() + OpenTurn::kSendPatience);
  }
  if (waiting() && now >= turns_.turn().next_check()) {
    turns_.turn().note_lag_of_silence(now);
    cpu_at_answer_ = cpu_now();
    rule_on_silence(turns_.turn().silence(now, *cpu_at_answer_), now);
  }
}

void MatchSeat::rule_on_silence(const TurnClock::Silence& silence, TimePoint now) {
  if (silence.ruling == Ruling::in_time) {
    return;
  }
  std::string fault = silence_fault(silence, now);
  if (turns_.waits_on(silence, player_->connected())) {
    turns_.turn().wait_on(now, cpu_now());
    tell(Verdict::late, fault);
    return;
  }
  decide(turns_.silent(silence, player_->connected(), std::move(fault)));
}

/// The player has no connection, and gets none any more. A verdict waits for the end of its process, which
/// comes a moment later, to say how that has ended; the time until then is not charged.
void MatchSeat::lost() {
  if (is_ending()) {
    context_.deadline_moved();  // next_check() has moved
  } else {
    gone();
  }
}

bool MatchSeat::is_ending() const {
  return player_->launched() && gone_ != CloseReason::flood && player_->is_ending();
}

TimePoint MatchSeat::next_check() const {
  REQUIRE(waiting());
  return is_ending() ? player_->away_since() + kEnding : turns_.turn().next_check();
}

void MatchSeat::gone() {
  const bool flooded = gone_ == CloseReason::flood;
  const std::string closed =
      flooded ? "the connection was closed after a flood of lines" : "the connection is closed";
  const std::optional<std::string> how = ended_ ? ended_ : player_->end();
  decide_at(
      player_->connected() ? context_.time.now() : std::max(player_->away_since(), turns_.turn().asked()),
      {flooded ? Verdict::flood : Verdict::disconnected,
       how && !flooded ? "its program has ended: " + *how : closed, Microseconds{0}, false});
}

void MatchSeat::withdraw() {
  withdrawn_ = true;
  guarded([this] {
    if (waiting()) {
      decide_at(context_.time.now(), {Verdict::forfeited, kWithdrawn, Microseconds{0}, true});
    }
  });
}

/// Rules on the open turn, and charges what had run at `when`.
void MatchSeat::decide_at(TimePoint when, const TurnVerdict& decision) {
  if (!turns_.turn().clock_runs()) {
    start_clock(turns_.turn().asked());
  }
  cpu_at_answer_ = cpu_now();
  decide(turns_.cut_off(decision, when, *cpu_at_answer_));
}

void MatchSeat::answer_no_show(std::int64_t turn) {
  turns_.open(turn, context_.time.both());
  decide(SeatTurns::absent(player_->absence()));
}

// ---- verdicts ----

void MatchSeat::decide(const TurnVerdict& decision, bool stderr_read) {
  player_->turn_decided(turns_.turn().number(), stderr_read);
  turns_.decide(decision);
  extra_ = Microseconds{0};
  if (player_->session() != nullptr && !player_->launched()) {
    if (const auto trip = player_->session()->recent_round_trip()) {
      turns_.turn().answer().round_trip = trip->smoothed;
      turns_.account().last->rtt_us = trip->smoothed.count();
    }
  }
  if (decision.verdict != Verdict::ok && !(turns_.turn().told_late() && decision.verdict == Verdict::late)) {
    tell(decision.verdict, decision.fault);
  }
  context_.seat_decided();
}

void MatchSeat::tell(Verdict verdict, const std::string& fault) {
  player_->send(fault_line(context_.match, turns_.turn().number(), verdict, fault));
}

void MatchSeat::overrule(const engines::Refusal& refusal) {
  turns_.overrule(refusal);
  tell(turns_.turn().answer().verdict, turns_.turn().answer().fault);
}

SeatAnswer MatchSeat::take_answer() {
  REQUIRE(!waiting());
  return turns_.take_answer();
}

std::string MatchSeat::silence_fault(const TurnClock::Silence& silence, TimePoint now) {
  if (!player_->connected()) {
    return std::string(kAway);
  }
  const bool computed = measure() == Measure::cpu && silence.passed != TimeLimit::wall &&
                        silence.passed != TimeLimit::silence;  // the time has passed because of that
  const Microseconds before = turns_.turn().charged_between();
  if (computed && before > turns_.turn().left()) {
    return turns_.silence_text(silence);  // nothing was left for the turn, which says nothing of its program
  }
  const Microseconds own = silence.spent - before;
  return turns_.silence_text(silence) + silence_advice(computed ? Busy{own, own} : busy(now));
}

std::string MatchSeat::silence_advice(const Busy& busy) const {
  const std::string advice = advice_of(busy);
  return advice.empty() ? "" : ": " + advice;
}

/// REQUIRES: connected.
std::string MatchSeat::advice_of(const Busy& busy) const {
  REQUIRE(player_->connected());
  if (player_->adapted()) {
    return "";  // the adapter flushes
  }
  return advice_on_silence(Awaited::answer, player_->session()->unfinished(), busy.computed,
                           std::chrono::ceil<Milliseconds>(busy.of), player_->waits());
}

// ---- a silent bot is looked at ----

/// Whether the open turn waits for a bot that could answer now.
bool MatchSeat::is_looked_at() const {
  return player_->connected() && !behind_ && turns_.turn().clock_runs();
}

bool MatchSeat::is_marked() const {
  return measure() == Measure::cpu || player_->cpu_meter() == nullptr || cpu_mark_;
}

/// Where wall time is charged nobody reads a bot's processor time before it has been silent for half of its
/// time: so a turn that is answered costs nothing.
TimePoint MatchSeat::next_look() const {
  REQUIRE(waiting());
  if (!is_looked_at()) {
    return TimePoint::max();
  }
  TimePoint next = TimePoint::max();
  if (!is_marked()) {
    next = turns_.turn().asked() +
           std::min<Nanoseconds>(context_.silence_noticed / 2,
                                 (turns_.turn().next_check() - turns_.turn().asked()) / 2);
  }
  if (!silence_noticed_) {
    next = std::min<TimePoint>(next,
                               turns_.turn().asked() + context_.silence_noticed - turns_.clock().silence());
  }
  return next;
}

std::optional<SilentSeat> MatchSeat::look(TimePoint now) {
  REQUIRE(waiting());
  if (now < next_look()) {
    return std::nullopt;
  }
  const Microseconds waited = turns_.clock().silence() + whole_microseconds(now - turns_.turn().asked());
  std::optional<SilentSeat> silent;
  if (!silence_noticed_ && waited >= context_.silence_noticed) {
    silence_noticed_ = true;
    silent = SilentSeat{seat_, turns_.turn().number(), waited, advice_of(busy(now))};
  }
  if (!is_marked()) {  // after busy(), which has nothing to tell of a mark that is made now
    cpu_mark_ = CpuMark{now, cpu_wanted()};
  }
  return silent;
}

/// The processor time that the bot has used, and that for which its processes have waited: on a busy machine
/// a loop gets little. REQUIRES: wall time is charged, and the bot has a meter.
Microseconds MatchSeat::cpu_wanted() {
  REQUIRE(player_->cpu_meter() != nullptr);
  cpu_delay_ += player_->new_run_delay();
  return player_->cpu_meter()->used() + cpu_delay_;
}

MatchSeat::Busy MatchSeat::busy(TimePoint now) {
  if (measure() == Measure::cpu) {
    return {turns_.turn().computed(cpu_now()), whole_microseconds(now - turns_.turn().asked())};
  }
  if (cpu_mark_) {
    latest_busy_ = {cpu_wanted() - cpu_mark_->wanted, whole_microseconds(now - cpu_mark_->at)};
  }
  return latest_busy_;  // without a mark: of the turn before, which has not been answered either
}

// ---- the connection ----

void MatchSeat::on_attached() {
  gone_.reset();
  ended_.reset();
  behind_ = false;
  guarded([this] { context_.reattached(seat_); });
}

void MatchSeat::on_detached(CloseReason reason) {
  gone_ = gone_.value_or(reason);
  guarded([&] {
    if (waiting() && (player_->launched() || reason == CloseReason::flood)) {
      lost();
    }
  });
}

}  // namespace referee
