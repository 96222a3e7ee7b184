#include "referee/match/match_seat.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "protocol/ended.h"
#include "protocol/json_writer.h"
#include "referee/base/text.h"
#include "referee/base/units.h"
#include "referee/match/match_messages.h"
#include "referee/net/session.h"
#include "referee/net/silence.h"

namespace referee {
namespace {

using protocol::Verdict;

Measure measure_of(const ClockSpec& clock, Player& player) {
  if (clock.measure == Measure::automatic) {
    return player.cpu_meter() != nullptr ? Measure::cpu : Measure::wall;
  }
  return clock.measure;
}

/// The key of the clock that sets the limit: " (wall_ms)".
std::string key_of(TimeLimit limit) { return std::string(" (") + name_of(limit) + ")"; }

constexpr const char* kWithdrawn = "the entrant has withdrawn";

}  // namespace

MatchSeat::MatchSeat(const MatchContext& context, std::size_t seat, std::shared_ptr<Player> player)
    : context_(context),
      seat_(seat),
      player_(std::move(player)),
      measure_(measure_of(context.clock, *player_)),
      clock_(context.clock),
      wall_(context.clock) {
  result_.player = player_->name();
  if (measure_ == Measure::cpu) {
    (void)player_->new_run_delay();  // while it started up is no delay of this match
  }
  player_->sit(this);
}

MatchSeat::~MatchSeat() { player_->sit(nullptr); }

void MatchSeat::go_on_with(const MatchState::Seat& state) {
  clock_ = state.clock;
  last_ = state.last;
  result_ = state.result;
  result_.player = player_->name();
}

// ---- asking ----

void MatchSeat::ask(std::int64_t turn, std::string_view view) {
  const Microseconds cpu = cpu_now();
  cpu_mark_.reset();
  open_.emplace(seat_, turn, Moment::now(), cpu, cpu_at_answer_ ? cpu - *cpu_at_answer_ : Microseconds{0});
  if (withdrawn_) {
    decide(Verdict::forfeited, kWithdrawn, Microseconds{0}, true);
    return;
  }
  if (ended_) {
    gone();
    return;
  }
  if (behind_ && player_->connected()) {
    return;  // caught_up() sends the turn; until then check() waits as for a bot that does not read
  }
  send_turn(view, clock_.left(score()));
  Session* session = player_->session();
  if (session == nullptr) {
    start_clock(open_->asked());
    if (player_->launched() || gone_ == CloseReason::flood) {
      gone();
    }
  } else if (session->all_sent()) {
    start_clock(session->sent_at());
  }
}

void MatchSeat::caught_up(std::string_view view) {
  behind_ = false;
  if (!waiting()) {
    return;
  }
  if (open_->clock_runs()) {
    ask_again(view);
  } else {
    ask(open_->number(), view);
    context_.seat_decided();
  }
}

/// To a new connection, with the time that is left by now.
void MatchSeat::ask_again(std::string_view view) {
  send_turn(view, open_->left_at(std::chrono::steady_clock::now()));
}

void MatchSeat::send_turn(std::string_view view, Microseconds left) {
  player_->send(line_of(
      protocol::Turn{context_.match, open_->number(), view, left.count(), clock_.used().count(), last_}));
}

void MatchSeat::start_clock(TimePoint sent) {
  TurnClock::Terms terms;
  terms.sent = sent;
  terms.measure = measure_;
  terms.score = score();
  terms.extra = extra_;
  if (context_.clock.lag_credit_ms > 0 && player_->session() != nullptr) {
    const auto trip = player_->session()->round_trip();
    terms.credit = std::min<Microseconds>(trip ? trip->least : Microseconds{0},
                                          Milliseconds(context_.clock.lag_credit_ms));
  }
  open_->start_clock(context_.clock, clock_, terms);
}

double MatchSeat::score() const {
  return context_.clock.kind == ClockKind::score_rate ? context_.game->scores()[seat_] : 0;
}

Microseconds MatchSeat::cpu_now() const {
  return measure_ == Measure::cpu && player_->cpu_meter() != nullptr ? player_->cpu_meter()->used()
                                                                     : Microseconds{0};
}

void MatchSeat::on_sent(Session& session) {
  if (behind_) {
    context_.past_taken(seat_);
    return;
  }
  if (waiting() && !open_->clock_runs()) {
    start_clock(std::min(session.sent_at(), open_->asked() + OpenTurn::kSendPatience));
    context_.seat_decided();
  }
}

// ---- answers ----

void MatchSeat::on_line(Session& session, const Received& line) {
  try {
    read_line(session, line);
  } catch (const std::exception&) {
    context_.failed(std::current_exception());
  }
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
  const LatestRequest latest{context_.match, open_ ? open_->number() : -1, waiting(),
                             last_ && last_->verdict == Verdict::ok};
  const auto read = read_answer(line, latest);
  if (const auto* answer = std::get_if<TurnAnswer>(&read)) {
    answered(session, line, *answer);
    return;
  }
  const auto& none = std::get<NoAnswer>(read);
  if (none.unknown_type && is_end_of_program(line)) {
    return;
  }
  if (none.earlier_turn) {
    clock_.received();
  }
  session.send(none.reply);
}

void MatchSeat::answered(Session& session, const Received& line, const TurnAnswer& answer) {
  session.count_as_answer();
  clock_.received();
  latest_busy_ = {};
  if (!open_->clock_runs()) {  // answered before the whole turn was sent: no time to charge yet
    start_clock(line.arrival.at);
  }
  cpu_at_answer_ = cpu_now();
  const TurnClock::Charge charge = open_->charge(line.arrival, *cpu_at_answer_);
  if (charge.ruling == Ruling::in_time && !open_->told_late()) {
    compare_wall_time(charge.spent);
    judge(answer, line.text, *context_.game, seat_, open_->answer());
    decide(open_->answer().verdict, std::move(open_->answer().fault), charge.spent, false);
    return;
  }
  keep_offered(answer.json(), line.text, open_->answer());
  const bool forfeited = charge.ruling == Ruling::forfeited;
  decide(forfeited ? Verdict::forfeited : Verdict::late, overrun_fault(charge), charge.spent, forfeited);
}

/// The answer is in time by its charge; the referee's own clock is not changed.
void MatchSeat::compare_wall_time(Microseconds spent) {
  if (measure_ != Measure::cpu) {
    return;
  }
  WallComparison::Answer answer{open_->number(), open_->answer().wall.value_or(Microseconds{0}), spent,
                                score()};
  if (wall_.exceeds(answer.wall, answer.score)) {
    answer.wall = std::max(Microseconds{0}, answer.wall - player_->new_run_delay());
  }
  wall_.answered(answer, result_.wall_over);
}

// ---- silence ----

void MatchSeat::check(TimePoint now) {
  assert(waiting());
  if (now < open_->next_check()) {
    return;
  }
  if (player_->session() != nullptr) {
    player_->session()->drain();
  }
  if (waiting() && !open_->clock_runs()) {
    start_clock(open_->asked() + OpenTurn::kSendPatience);
  }
  if (waiting() && now >= open_->next_check()) {
    open_->note_lag_of_silence(now);
    cpu_at_answer_ = cpu_now();
    rule_on_silence(open_->silence(now, *cpu_at_answer_), now);
  }
}

void MatchSeat::rule_on_silence(const TurnClock::Silence& silence, TimePoint now) {
  if (silence.ruling == Ruling::in_time) {
    return;
  }
  const bool forfeited = silence.ruling == Ruling::forfeited;
  if (!forfeited && context_.clock.late == LatePolicy::wait && player_->connected()) {
    open_->wait_on(now, cpu_now());
    tell(Verdict::late, silence_fault(silence, now));
    return;
  }
  clock_.silent(silence.elapsed);
  Verdict verdict = forfeited ? Verdict::forfeited : Verdict::late;
  if (!player_->connected() && !forfeited) {
    verdict = Verdict::disconnected;
  }
  decide(verdict, silence_fault(silence, now), silence.spent, forfeited);
}

void MatchSeat::gone() {
  const bool flooded = gone_ == CloseReason::flood;
  const std::string closed =
      flooded ? "the connection was closed after a flood of lines" : "the connection is closed";
  decide_now(flooded ? Verdict::flood : Verdict::disconnected,
             ended_ ? "its program has ended: " + *ended_ : closed, false);
}

void MatchSeat::withdraw() {
  withdrawn_ = true;
  if (waiting()) {
    decide_now(Verdict::forfeited, kWithdrawn, true);
  }
}

/// Rules on the open turn at this moment, and charges what has run until now.
void MatchSeat::decide_now(Verdict verdict, std::string fault, bool forfeited) {
  if (!open_->clock_runs()) {
    start_clock(open_->asked());
  }
  cpu_at_answer_ = cpu_now();
  const auto charge = open_->charge_until(std::chrono::steady_clock::now(), *cpu_at_answer_);
  const bool over_budget = !open_->told_late() && charge.ruling == Ruling::forfeited;
  decide(over_budget ? Verdict::forfeited : verdict, std::move(fault), charge.spent,
         forfeited || over_budget);
}

void MatchSeat::answer_no_show(std::int64_t turn) {
  open_.emplace(seat_, turn, Moment::now(), Microseconds{0}, Microseconds{0});
  const std::string& why = player_->why_absent();
  decide(Verdict::no_show, "never came to the match" + (why.empty() ? "" : ": " + why), Microseconds{0},
         true);
}

// ---- verdicts ----

void MatchSeat::decide(Verdict verdict, std::string fault, Microseconds spent, bool forfeited) {
  SeatAnswer& answer = open_->answer();
  answer.verdict = verdict;
  answer.spent = spent;
  answer.forfeited = forfeited;
  player_->turn_decided(open_->number());
  clock_.charge(spent);
  extra_ = Microseconds{0};
  context_.game->settle(seat_, context_.clock.for_rules(spent), forfeited);
  ++result_.turns;
  ++result_.by_verdict[static_cast<std::size_t>(verdict)];
  result_.used = clock_.used();
  result_.worst = std::max(result_.worst, spent);
  last_ = protocol::Last{verdict, spent.count(), std::nullopt, answer.loop_lag.count()};
  if (player_->session() != nullptr && !player_->launched()) {
    if (const auto trip = player_->session()->recent_round_trip()) {
      answer.round_trip = trip->smoothed;
      last_->rtt_us = trip->smoothed.count();
    }
  }
  if (verdict != Verdict::ok && !(open_->told_late() && verdict == Verdict::late)) {
    tell(verdict, fault);
  }
  answer.fault = std::move(fault);
  open_->set_decided();
  context_.seat_decided();
}

void MatchSeat::tell(Verdict verdict, const std::string& fault) {
  player_->send(fault_line(context_.match, open_->number(), verdict, fault));
}

void MatchSeat::overrule(const engines::Refusal& refusal) {
  assert(open_ && open_->decided());
  SeatAnswer& answer = open_->answer();
  --result_.by_verdict[static_cast<std::size_t>(answer.verdict)];
  take_back(answer, refusal);
  ++result_.by_verdict[static_cast<std::size_t>(answer.verdict)];
  last_->verdict = answer.verdict;
  tell(answer.verdict, answer.fault);
}

SeatAnswer MatchSeat::take_answer() {
  assert(open_ && open_->decided());
  open_->answer().silence = clock_.silence();
  return std::move(open_->answer());
}

/// The limit over turns in a row, or over this turn alone where its clock allows more.
Microseconds MatchSeat::longest_silence() const {
  return std::max<Microseconds>(Milliseconds(context_.clock.silence_ms), open_->silence_left());
}

std::string MatchSeat::overrun_fault(const TurnClock::Charge& charge) const {
  switch (charge.passed) {
    case TimeLimit::wall:
      return "answered after more than " + ms_text(open_->wall_cap()) + " of wall time" +
             key_of(charge.passed);
    case TimeLimit::silence:
      return "answered after more than " + ms_text(longest_silence()) + " of silence" + key_of(charge.passed);
    case TimeLimit::clock:
    case TimeLimit::none:  // the answer was in time, but the turn had been ruled late before
      break;
  }
  return "answered after " + ms_text(charge.spent) + ", " + ms_text(open_->left()) + " were left";
}

std::string MatchSeat::silence_fault(const TurnClock::Silence& silence, TimePoint now) {
  if (!player_->connected()) {
    return "no connection when the turn ended";
  }
  switch (silence.passed) {
    case TimeLimit::wall:
      return "no answer in " + ms_text(open_->wall_cap()) + " of wall time" + key_of(silence.passed) +
             silence_advice(busy(now));
    case TimeLimit::silence:
      return "no answer for " + ms_text(longest_silence()) + key_of(silence.passed) +
             silence_advice(busy(now));
    case TimeLimit::clock:
    case TimeLimit::none:
      break;
  }
  const bool cpu = measure_ == Measure::cpu;  // then the time has passed because the bot has computed
  return "no answer in " + ms_text(open_->left()) + (cpu ? " of processor time" : "") +
         silence_advice(cpu ? Busy{silence.spent, silence.spent} : busy(now));
}

std::string MatchSeat::silence_advice(const Busy& busy) const {
  const std::string advice = advice_of(busy);
  return advice.empty() ? "" : ": " + advice;
}

/// REQUIRES: connected.
std::string MatchSeat::advice_of(const Busy& busy) const {
  if (player_->adapted()) {
    return "";  // the adapter flushes
  }
  return advice_on_silence(Awaited::answer, player_->session()->unfinished(), busy.computed,
                           std::chrono::ceil<Milliseconds>(busy.of));
}

// ---- a silent bot is looked at ----

/// Whether the open turn waits for a bot that could answer now.
bool MatchSeat::is_looked_at() const { return player_->connected() && !behind_ && open_->clock_runs(); }

bool MatchSeat::is_marked() const {
  return measure_ == Measure::cpu || player_->cpu_meter() == nullptr || cpu_mark_;
}

/// Where wall time is charged nobody reads a bot's processor time before it has been silent for half of its
/// time: so a turn that is answered costs nothing.
TimePoint MatchSeat::next_look() const {
  if (!is_looked_at()) {
    return TimePoint::max();
  }
  TimePoint next = TimePoint::max();
  if (!is_marked()) {
    next = open_->asked() +
           std::min<Nanoseconds>(context_.silence_noticed / 2, (open_->next_check() - open_->asked()) / 2);
  }
  if (!silence_noticed_) {
    next = std::min<TimePoint>(next, open_->asked() + context_.silence_noticed - clock_.silence());
  }
  return next;
}

std::optional<SilentSeat> MatchSeat::look(TimePoint now) {
  assert(waiting());
  if (now < next_look()) {
    return std::nullopt;
  }
  const Microseconds waited = clock_.silence() + whole_microseconds(now - open_->asked());
  std::optional<SilentSeat> silent;
  if (!silence_noticed_ && waited >= context_.silence_noticed) {
    silence_noticed_ = true;
    silent = SilentSeat{seat_, open_->number(), waited, advice_of(busy(now))};
  }
  if (!is_marked()) {  // after busy(), which has nothing to tell of a mark that is made now
    cpu_mark_ = CpuMark{now, cpu_wanted()};
  }
  return silent;
}

/// The processor time that the bot has used, and that for which its processes have waited: on a busy machine
/// a loop gets little. REQUIRES: wall time is charged, and the bot has a meter.
Microseconds MatchSeat::cpu_wanted() {
  cpu_delay_ += player_->new_run_delay();
  return player_->cpu_meter()->used() + cpu_delay_;
}

MatchSeat::Busy MatchSeat::busy(TimePoint now) {
  if (measure_ == Measure::cpu) {
    return {open_->computed(cpu_now()), whole_microseconds(now - open_->asked())};
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
  context_.reattached(seat_);
}

void MatchSeat::on_detached(CloseReason reason) {
  gone_ = reason;
  if (waiting() && (player_->launched() || reason == CloseReason::flood)) {
    gone();
  }
}

}  // namespace referee
