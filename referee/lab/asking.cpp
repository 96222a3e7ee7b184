#include "referee/lab/asking.h"

#include <algorithm>
#include <exception>
#include <stdexcept>
#include <utility>

#include "protocol/require.h"
#include "protocol/verdict.h"
#include "referee/process/process.h"
#include "referee/record/match_messages.h"

namespace referee {
namespace {

using protocol::Verdict;

constexpr Milliseconds kPatience{60'000};

/// Whether a bot is told of such a fault: one whose connection is gone is not.
bool is_told(Verdict verdict) {
  return verdict != Verdict::ok && verdict != Verdict::disconnected && verdict != Verdict::no_show &&
         verdict != Verdict::flood;
}

}  // namespace

Asking::Asking(Tasks& tasks, Launcher& launcher, AskSpec spec)
    : tasks_(tasks),
      launcher_(launcher),
      spec_(std::move(spec)),
      replay_(spec_.record.text()),
      then_{SeatClock(spec_.record.spec().clock)} {
  REQUIRE(!spec_.before_turn || spec_.turn);
  report_.measure = spec_.record.measure();
  report_.to_ask = spec_.turn ? 1 : spec_.record.asked().size();
}

Task<AskReport> Asking::run() {
  const AskedRecord& record = spec_.record;
  LaunchedBot bot = co_await launcher_.launch(record.players()[record.seat()], spec_.command,
                                              Milliseconds(record.spec().clock.init_ms));
  co_await bot.greeted->wait();
  std::exception_ptr failure;
  try {
    co_await ask_all(bot);
  } catch (const std::exception&) {
    failure = std::current_exception();
  }
  co_await end(bot);
  if (failure) {
    std::rethrow_exception(failure);
  }
  report_.stderr_text = bot.process->stderr_text();
  co_return std::move(report_);
}

Task<> Asking::ask_all(const LaunchedBot& bot) {
  if (!bot.player->connected()) {
    (void)co_await bot.process->ended_within(Milliseconds(1000));
    bot.process->throw_if_never_run();
    throw std::invalid_argument("COMMAND: the bot said no hello: " +
                                how_ended(*bot.process, bot.player->why_absent()));
  }
  const AskedRecord& record = spec_.record;
  AskedSeat seat(tasks_, bot, record.spec(), record.seat(), record.measure());
  seat.send(start_line(record.spec(), replay_.game(), record.players(), record.seat(), record.measure(),
                       record.given_turns()));
  const std::int64_t known = spec_.turn.value_or(record.given_turns());
  if (known > 0 && bot.player->resumes()) {
    co_await give_past(seat, known);
  }
  while (replay_.turns() < record.turns()) {
    const std::int64_t turn = replay_.turns();
    if (spec_.turn == turn && spec_.before_turn) {
      co_await spec_.before_turn(*bot.process);
    }
    const auto position = replay_.game().clone();
    std::optional<NewAnswer> now;
    if (record.was_asked(turn)) {
      now = co_await ask_turn(seat, *position);
    }
    const std::optional<SeatAnswer> then = play_recorded_turn();
    if (!now) {
      continue;
    }
    if (!keep(turn, *then, std::move(*now), *position)) {
      co_return;
    }
    if (is_told(then->verdict)) {
      seat.send(fault_line(record.spec().id, turn, then->verdict, then->fault));
    }
  }
  seat.send(end_line(record.spec(), record.result(), record.seat(), {then_.last, then_.result.faults()}));
}

/// All turns before `turn`: before the only one that counts as after a crash of the referee, else those that
/// were given, as at the start of the match.
Task<> Asking::give_past(AskedSeat& seat, std::int64_t turn) {
  co_await seat.send_past(spec_.record.text(), turn);
  while (replay_.turns() < turn) {
    (void)play_recorded_turn();
  }
  report_.had_past = spec_.turn.has_value();
  extra_ = Milliseconds(spec_.turn ? spec_.record.spec().clock.init_ms : turn);
}

/// Asks the turn that comes next in the record. `position`: a copy of the game as it stood.
Task<NewAnswer> Asking::ask_turn(AskedSeat& seat, engines::Game& position) {
  const AskedRecord& record = spec_.record;
  std::string view;
  position.write_view(engines::Observer::seat(record.seat()), view);
  const SeatClock& clock = replay_.clock(record.seat());
  const bool by_score = record.spec().clock.kind == ClockKind::score_rate;
  Question question{replay_.turns(), view,     clock, by_score ? position.scores()[record.seat()] : 0,
                    then_.last,      position, {},    {}};
  if (!spec_.before_turn || spec_.turn != question.turn) {
    question.patience = patience(clock.left(question.score));
  }
  question.extra = std::exchange(extra_, Microseconds{0});
  co_return co_await seat.ask(question);
}

/// Whether the bot is asked on: it has answered, and another turn counts.
bool Asking::keep(std::int64_t turn, SeatAnswer then, NewAnswer now, const engines::Game& position) {
  const bool answered = now.kind == NewAnswer::Kind::answered;
  const bool counts = !spec_.turn || spec_.turn == turn;
  if (counts || !answered) {
    std::string then_text = text_of_answer(then, *position.clone());
    std::string now_text = text_of_answer(now.answer, *position.clone());
    report_.turns.push_back(
        {turn, std::move(then), std::move(now), std::move(then_text), std::move(now_text)});
  }
  return answered && spec_.turn != turn;
}

/// Goes on with the answers of the record. Returns that of the seat, if it was asked in this turn.
std::optional<SeatAnswer> Asking::play_recorded_turn() {
  const bool given = replay_.turns() < spec_.record.given_turns();
  (void)replay_.next_turn();
  const auto answers = replay_.line().find("answers");
  for (const nlohmann::json& entry : *answers) {
    if (!given && entry.at("seat") == spec_.record.seat()) {
      book(entry, then_);
      return answer_in(entry);
    }
  }
  return std::nullopt;
}

Milliseconds Asking::patience(Microseconds left) const {
  const auto twice_the_clock = std::chrono::ceil<Milliseconds>(2 * left);
  return spec_.patience.value_or(std::max(kPatience, twice_the_clock));
}

Task<> Asking::end(LaunchedBot bot) {
  if (bot.process->ended()) {
    co_return;
  }
  co_await launcher_.stop(std::move(bot));
}

}  // namespace referee
