#include "referee/lab/asked_seat.h"

#include <exception>
#include <utility>
#include <variant>

#include "referee/lab/launched_process.h"
#include "referee/lab/silence.h"
#include "referee/loop/timer.h"
#include "referee/net/session.h"

namespace referee {
namespace {

using protocol::Verdict;

/// A clock whose limits no answer passes. One that is too late for its clock is charged by the earliest time
/// at which it can have come, which may be no time at all.
ClockSpec endless() {
  constexpr std::int64_t kYears = 100'000'000'000;  // ms
  ClockSpec spec;
  spec.ms = kYears;
  spec.silence_ms = kYears;
  return spec;
}

}  // namespace

AskedSeat::AskedSeat(Tasks& tasks, const LaunchedBot& bot, const MatchSpec& spec, engines::Seat seat,
                     Measure measure)
    : tasks_(tasks),
      bot_(bot),
      spec_(spec),
      seat_(seat),
      measure_(measure),
      changed_(tasks.io()),
      endless_clock_(endless()) {
  bot_.player->sit(this);
}

AskedSeat::~AskedSeat() { bot_.player->sit(nullptr); }

Microseconds AskedSeat::cpu_now() const { return bot_.player->cpu_meter()->used(); }

Task<> AskedSeat::wait(std::function<bool()> done, TimePoint deadline) {
  Timer timer(tasks_.io());
  if (deadline != TimePoint::max()) {
    timer.set(deadline, [this] { changed_.notify(); });
  }
  while (present() && !done() && tasks_.clock().now() < deadline) {
    co_await changed_.changed();
  }
}

// ---- asking ----

Task<> AskedSeat::send_past(const std::string& record, std::int64_t turn) {
  const std::int64_t open_turn = turn;
  bool sent = false;
  past_ = std::make_unique<PastSender>(tasks_, PastSender::Source{spec_, record, open_turn}, seat_,
                                       *bot_.player, [this, &sent] {
                                         sent = true;
                                         changed_.notify();
                                       });
  past_->go_on();
  co_await wait([&sent] { return sent; }, TimePoint::max());
  co_await wait([this] { return bot_.player->session()->all_sent(); }, TimePoint::max());
  past_ = nullptr;
}

Task<NewAnswer> AskedSeat::ask(const Question& question) {
  open(question);
  co_await wait([this] { return new_answer_.has_value(); },
                question.patience ? tasks_.clock().now() + *question.patience : TimePoint::max());
  if (!new_answer_ && present()) {
    bot_.player->session()->drain();  // what has arrived while the loop was busy
  }
  if (!new_answer_) {
    NewAnswer none;
    none.kind = present() ? NewAnswer::Kind::silent : NewAnswer::Kind::gone;
    none.answer.verdict = present() ? Verdict::late : Verdict::disconnected;
    none.left = by_measure_->left();
    if (present()) {
      none.answer.fault =
          why_silent(Awaited::answer, *question.patience, bot_.player->session()->unfinished(),
                     bot_.process->busy() - busy_at_start_, bot_.player->waits());
    } else {
      LaunchedProcess process(bot_.process);
      none.answer.fault =
          co_await why_gone(why_closed_.value_or(CloseReason::peer), &process, bot_.player->why_absent());
    }
    new_answer_ = std::move(none);
  }
  question_ = nullptr;
  co_return *std::exchange(new_answer_, std::nullopt);
}

/// Sends the turn, and starts the clocks with its last byte.
void AskedSeat::open(const Question& question) {
  question_ = &question;
  turn_ = question.turn;
  const Moment asked = tasks_.clock().both();
  cpu_at_start_ = cpu_now();
  busy_at_start_ = bot_.process->busy();
  const bool ponders = spec_.clock.ponder == Ponder::charged && measure_ == Measure::cpu && cpu_at_answer_;
  by_measure_.emplace(seat_, turn_, asked, cpu_at_start_,
                      ponders ? cpu_at_start_ - *cpu_at_answer_ : Microseconds{0});
  if (ponders) {
    by_measure_->charge_between(question.extra);
  }
  by_wall_.emplace(seat_, turn_, asked, Microseconds{0}, Microseconds{0});
  const Microseconds left = by_measure_->to_tell(question.clock.left(question.score));
  bot_.player->send_turn(line_of(protocol::Turn{spec_.id, turn_, question.view, left.count(),
                                                question.clock.used().count(), question.last}));
  TurnClock::Terms terms;
  terms.sent = bot_.player->turn_sent_at().value_or(asked.mono);
  terms.measure = Measure::wall;
  terms.score = question.score;
  by_wall_->start_clock(endless(), endless_clock_, terms);
  terms.measure = measure_;
  terms.extra = question.extra;
  by_measure_->start_clock(spec_.clock, question.clock, terms);
}

// ---- what the bot says ----

void AskedSeat::on_line(Session& session, const Received& line) {
  try {
    read_line(session, line);
  } catch (const std::exception&) {  // the rules have failed on the move
    tasks_.failed("asking", std::current_exception());
  }
}

void AskedSeat::read_line(Session& session, const Received& line) {
  const auto read = read_answer(line, {spec_.id, turn_, question_ != nullptr && !new_answer_});
  if (const auto* answer = std::get_if<TurnAnswer>(&read)) {
    answered(session, line, *answer);
  } else {
    session.send(std::get<NoAnswer>(read).reply);
  }
}

void AskedSeat::answered(Session& session, const Received& line, const TurnAnswer& answer) {
  session.count_as_answer();
  NewAnswer now;
  time(line.arrival, now);
  now.answer.seat = seat_;
  judge(answer, line.text, question_->position, seat_, now.answer);
  new_answer_ = std::move(now);
  changed_.notify();
}

void AskedSeat::time(const Arrival& arrival, NewAnswer& now) {
  const Microseconds cpu = cpu_now();
  const TurnClock::Charge charge = by_measure_->charge_unwatched(arrival, cpu);
  now.left = by_measure_->left();
  now.ruling = question_->patience ? charge.ruling : Ruling::in_time;
  now.cpu = cpu - cpu_at_start_;
  cpu_at_answer_ = cpu;
  now.wall = by_wall_->charge(arrival, Microseconds{0}).spent;
  now.answer.spent = measure_ == Measure::cpu ? now.cpu + by_measure_->charged_between() : now.wall;
}

// ---- its connection ----

void AskedSeat::on_sent(Session&) {
  if (past_ != nullptr) {
    past_->go_on();
    changed_.notify();
  }
}

void AskedSeat::on_detached(CloseReason reason) {
  why_closed_ = reason;
  changed_.notify();
}

}  // namespace referee
