#include "referee/record/seat_turns.h"

#include <algorithm>
#include <utility>

#include "protocol/json_writer.h"
#include "protocol/require.h"
#include "referee/base/text.h"

namespace referee {

using protocol::Verdict;

namespace {

/// The key of the clock that sets the limit: " (wall_ms)".
std::string key_of(TimeLimit limit) { return std::string(" (") + name_of(limit) + ")"; }

}  // namespace

void SeatAccount::book(const protocol::Last& turn) {
  ++result.turns;
  ++result.by_verdict[static_cast<std::size_t>(turn.verdict)];
  result.worst = std::max(result.worst, Microseconds(turn.charged_us));
  last = turn;
}

double SeatTurns::score() const { return spec_.kind == ClockKind::score_rate ? game_->scores()[seat_] : 0; }

LatestRequest SeatTurns::latest(std::string_view match) const {
  return {match, open_ ? open_->number() : -1, waiting(),
          account_.last && account_.last->verdict == Verdict::ok};
}

std::string SeatTurns::turn_line(std::string_view match, std::string_view view, Microseconds left) const {
  return line_of(
      protocol::Turn{match, turn().number(), view, left.count(), clock().used().count(), account_.last});
}

void SeatTurns::start_clock(TimePoint sent, Microseconds credit, Microseconds extra) {
  turn().start_clock(spec_, clock(), {sent, measure_, credit, score(), extra});
}

// ---- verdicts ----

TurnVerdict SeatTurns::answered(const TurnClock::Charge& charge, const TurnAnswer& answer,
                                std::string_view line) {
  REQUIRE(waiting() && turn().clock_runs());
  SeatAnswer& entry = turn().answer();
  if (charge.ruling == Ruling::in_time && !turn().told_late()) {
    if (is_too_long(answer, line)) {
      return refuse_long_move(charge, line);
    }
    judge(answer, line, *game_, seat_, entry);
    return {entry.verdict, std::move(entry.fault), charge.spent, false};
  }
  keep_offered(answer.json(), line, entry);
  const bool forfeited = charge.ruling == Ruling::forfeited;
  return {forfeited ? Verdict::forfeited : Verdict::late, overrun_text(charge), charge.spent, forfeited};
}

/// Whether the move would be one more long one than a match may have of a seat.
bool SeatTurns::is_too_long(const TurnAnswer& answer, std::string_view line) const {
  if (answer.verdict != Verdict::ok || line.size() <= SeatAccount::kUsualMove) {
    return false;
  }
  const std::size_t bytes = protocol::dump(*answer.json()).size();
  return bytes > SeatAccount::kUsualMove && account_.in_long_moves + bytes > SeatAccount::kMostInLongMoves;
}

TurnVerdict SeatTurns::refuse_long_move(const TurnClock::Charge& charge, std::string_view line) {
  keep_offered(nullptr, line, turn().answer());
  return {Verdict::malformed,
          "the moves of this bot that are longer than " + std::to_string(SeatAccount::kUsualMove) +
              " bytes would have more than " + std::to_string(SeatAccount::kMostInLongMoves) +
              " bytes together in this match: expected a shorter move",
          charge.spent, false};
}

bool SeatTurns::waits_on(const TurnClock::Silence& silence, bool connected) const {
  return silence.ruling == Ruling::late && spec_.late == LatePolicy::wait && connected;
}

TurnVerdict SeatTurns::silent(const TurnClock::Silence& silence, bool connected, std::string fault) {
  clock().silent(silence.elapsed - turn().heard());
  turn().answer().unanswered = silence.elapsed;
  const bool forfeited = silence.ruling == Ruling::forfeited;
  const Verdict late = connected ? Verdict::late : Verdict::disconnected;
  return {forfeited ? Verdict::forfeited : late, std::move(fault), silence.spent, forfeited};
}

TurnVerdict SeatTurns::cut_off(const TurnVerdict& decision, TimePoint now, Microseconds cpu) {
  const TurnClock::Charge charge = turn().charge_until(now, cpu);
  const bool over_budget = !turn().told_late() && charge.ruling == Ruling::forfeited;
  return {over_budget ? Verdict::forfeited : decision.verdict, decision.fault, charge.spent,
          decision.forfeited || over_budget};
}

TurnVerdict SeatTurns::absent(const std::string& why) {
  return {Verdict::no_show, "never came to the match" + (why.empty() ? "" : ": " + why), Microseconds{0},
          true};
}

void SeatTurns::decide(const TurnVerdict& decision) {
  REQUIRE(waiting());
  SeatAnswer& answer = turn().answer();
  answer.verdict = decision.verdict;
  answer.spent = decision.spent;
  answer.forfeited = decision.forfeited;
  answer.fault = decision.fault;
  clock().charge(decision.spent, decision.verdict == Verdict::late);
  game_->settle(seat_, spec_.for_rules(decision.spent), decision.forfeited);
  account_.book({decision.verdict, decision.spent.count(), std::nullopt, answer.loop_lag.count()});
  account_.result.used = clock().used();
  turn().set_decided();
}

void SeatTurns::overrule(const engines::Refusal& refusal) {
  REQUIRE(turn().decided());
  SeatAnswer& answer = turn().answer();
  auto& by_verdict = account_.result.by_verdict;
  --by_verdict[static_cast<std::size_t>(answer.verdict)];
  take_back(answer, refusal);
  ++by_verdict[static_cast<std::size_t>(answer.verdict)];
  account_.last->verdict = answer.verdict;
}

SeatAnswer SeatTurns::take_answer() {
  REQUIRE(turn().decided());
  turn().answer().silence = clock().silence();
  account_.count_move(turn().answer().move.size());
  return std::move(turn().answer());
}

// ---- in words ----

/// The limit over turns in a row, or over this turn alone where its clock allows more.
Microseconds SeatTurns::longest_silence() const {
  return std::max<Microseconds>(Milliseconds(spec_.silence_ms), turn().silence_left() - turn().heard());
}

/// " (with 120 ms from before the turn: ponder)": what is charged of the time between turns.
std::string SeatTurns::between_text() const {
  const Microseconds between = turn().charged_between();
  return between > Microseconds{0} ? " (with " + ms_text(between) + " from before the turn: ponder)" : "";
}

/// ": late in 3 turns in a row (late_in_a_row)", where that is why a turn over its time has forfeited.
std::string SeatTurns::row_text(Ruling ruling) const {
  return ruling == Ruling::forfeited && spec_.kind == ClockKind::per_move && spec_.late_in_a_row
             ? ": late in " + counted(*spec_.late_in_a_row, "turn") + " in a row (late_in_a_row)"
             : "";
}

std::string SeatTurns::overrun_text(const TurnClock::Charge& charge) const {
  switch (charge.passed) {
    case TimeLimit::wall:
      return "answered after more than " + ms_text(turn().wall_cap()) + " of wall time" +
             key_of(charge.passed) + row_text(charge.ruling);
    case TimeLimit::silence:
      return "answered after more than " + ms_text(longest_silence()) + " of silence" + key_of(charge.passed);
    case TimeLimit::clock:
    case TimeLimit::none:  // the answer was in time, but the turn had been ruled late before
      break;
  }
  return "answered after " + ms_text(charge.spent) + between_text() + ", " + ms_text(turn().left()) +
         " were left" + row_text(charge.ruling);
}

std::string SeatTurns::silence_text(const TurnClock::Silence& silence) const {
  switch (silence.passed) {
    case TimeLimit::wall:
      return "no answer in " + ms_text(turn().wall_cap()) + " of wall time" + key_of(silence.passed) +
             row_text(silence.ruling);
    case TimeLimit::silence:
      return "no answer for " + ms_text(longest_silence()) + key_of(silence.passed);
    case TimeLimit::clock:
    case TimeLimit::none:
      break;
  }
  return "no answer in " + ms_text(turn().left()) + (measure_ == Measure::cpu ? " of processor time" : "") +
         between_text() + row_text(silence.ruling);
}

}  // namespace referee
