#include "referee/conformance/scripted_peer.h"

#include <algorithm>
#include <utility>

#include "referee/process/process.h"

namespace referee {
namespace {

namespace error_code = protocol::error_code;
using protocol::Verdict;

constexpr Milliseconds kTrialPatience{10'000};
constexpr int kAfterEnd = 10;  // of the pause: a second answer to the last turn has come by then

TimePoint in(Milliseconds time) { return std::chrono::steady_clock::now() + time; }

/// `line` with members that no version knows, in the message itself and in the clock of a turn.
std::string with_unknown_fields(std::string line) {
  line.insert(line.size() - 1, R"(,"x_later":{"list":[1,null,"two"],"flag":true})");
  constexpr std::string_view kClock = R"("clock":{)";
  if (const std::size_t at = line.find(kClock); at != std::string::npos) {
    line.insert(at + kClock.size(), R"("x_later_ms":0.5,)");
  }
  return line;
}

}  // namespace

Trial::Trial(Caller& caller, const TrialSpec& spec, int first_match)
    : caller_(caller), spec_(spec), matches_(first_match) {}

void Trial::breach(const Check& check, const std::string& what, std::string_view line, bool advice_only) {
  ++blamed_;
  for (Breach& known : observed_.breaches) {
    if (known.check == &check && known.advice_only == advice_only) {
      ++known.times;
      return;
    }
  }
  std::string where;
  if (bout_) {
    where = std::string(spec_.bout.game->name) + ", seat " + std::to_string(spec_.bout.seat);
    where += asked_ < 0 ? ": " : ", turn " + std::to_string(asked_) + ": ";
  }
  observed_.breaches.push_back({&check, where + what, std::string(line), advice_only});
}

void Trial::fail(const Check& check, const std::string& what, std::string_view line) {
  breach(check, what, line);
  over_ = true;
}

Measure Trial::measure() const {
  if (spec_.bout.clock.measure == Measure::automatic) {
    return caller_.dials() ? Measure::wall : Measure::cpu;
  }
  return spec_.bout.clock.measure;
}

Microseconds Trial::cpu_now() const {
  return measure() == Measure::cpu ? caller_.process()->cpu_meter()->used() : Microseconds{0};
}

Milliseconds Trial::patience() const {
  const auto twice_the_clock = std::chrono::ceil<Milliseconds>(2 * open_->left());
  return spec_.patience.value_or(std::max(kTrialPatience, twice_the_clock));
}

// ---- what stages are made of ----

void Trial::say(std::string_view line) {
  if (!over_) {
    caller_.dialogue().say(unknown_fields_ ? with_unknown_fields(std::string(line)) : line);
  }
}

Task<> Trial::greet() {
  if (caller_.connected() && caller_.greeted && caller_.dials()) {
    observed_.greeted = true;
    co_return;
  }
  const bool came = co_await caller_.connect(spec_.dial);
  if (!came) {
    fail(check::kStartUp,
         caller_.dials() ? "nobody dialled in" : "it was gone at once: " + how_ended(*caller_.process()), "");
    co_return;
  }
  co_await hear_hello();
}

void Trial::start() {
  if (over_) {
    return;
  }
  end();
  asked_ = -1;
  bout_.emplace(spec_.bout, matches_++, caller_.name.empty() ? "bot" : caller_.name);
  say(bout_->start_line(measure()));
}

void Trial::end() {
  if (bout_) {
    say(bout_->end_line());
    say(protocol::wait_line("another match may follow"));
    bout_.reset();
    open_.reset();
  }
}

Task<> Trial::turns(int count) {
  for (int i = 0; i < count && !over_; ++i) {
    ask();
    co_await hear_answer();
  }
}

Task<> Trial::play_out() {
  for (int i = 0; i < spec_.turns && !over_ && !bout_->over(); ++i) {
    ask();
    co_await hear_answer();
  }
  observed_.broken_off = !over_ && !bout_->over();
}

Task<> Trial::quiet(int fraction) {
  const Milliseconds time = spec_.pause / fraction;
  if (over_) {
    co_return;
  }
  co_await hear_rest(in(time));
  if (!over_ && !caller_.dialogue().open()) {
    const std::string why = co_await why_nothing_came(time);
    fail(check::kAnswers, why, "");
  }
}

void Trial::ask_in_vain() {
  if (over_) {
    return;
  }
  ask();
  ++stale_[{bout_->match(), bout_->turn()}];
  say(line_of(protocol::Error{name_of(Verdict::late), "no answer in time: this is what a late bot is told",
                              bout_->match(), bout_->turn()}));
  bout_->pass();
  open_.reset();
}

void Trial::repeat_request() {
  if (!over_) {
    ++stale_[answered_];
    say(request_);
  }
}

Task<> Trial::cut_and_resume() {
  if (over_) {
    co_return;
  }
  ask();
  caller_.dialogue().cut();
  const bool came = co_await caller_.connect(spec_.dial);
  if (!came) {
    fail(check::kAnswers, "it did not dial again after its connection was cut", "");
    co_return;
  }
  co_await hear_hello();
  say(bout_->start_line(measure()));
  if (wants_past_) {
    for (const std::string& past : bout_->past_lines()) {
      say(past);
    }
  }
  say(request_);
  co_await hear_answer();
}

Task<> Trial::hang_up() {
  if (!over_) {
    caller_.dialogue().finish();
    co_await expect_to_leave(false);
  }
}

Task<> Trial::part() {
  if (over_) {
    co_return;
  }
  end();
  co_await hear_rest(in(spec_.pause / kAfterEnd));
  if (!over_ && !caller_.dials()) {
    observed_.dismissed = true;
    say(protocol::bye_line("the match is over"));
    caller_.dialogue().finish();
    co_await expect_to_leave(true);
  }
}

Task<> Trial::expect_to_leave(bool in_order) {
  Process& process = *caller_.process();
  const bool left = co_await process.ended_by(in(spec_.leave));
  if (!left) {
    fail(check::kLeaves, "it still ran " + std::to_string(spec_.leave.count()) + " ms later", "");
  } else if (in_order && process.status_text() != "exit status 0") {
    fail(check::kLeaves, how_ended(process), "");
  }
}

Task<> Trial::dismiss() {
  if (over_ || !caller_.connected()) {
    co_return;
  }
  observed_.dismissed = true;
  say(protocol::bye_line("the check is over"));
  caller_.dialogue().finish();
  const bool again = co_await caller_.connect(spec_.pause);
  if (again) {
    fail(check::kLeaves, "it dialled again after bye", "");
  }
}

// ---- asking ----

void Trial::ask() {
  if (!bout_ || bout_->over()) {
    start();
  }
  const Moment asked = Moment::now();
  open_.emplace(spec_.bout.seat, bout_->turn(), asked, cpu_now(), Microseconds{0});
  ++observed_.asked;
  asked_ = bout_->turn();
  request_ = bout_->turn_line(bout_->clock().left(bout_->score()));
  say(request_);
  Session& session = caller_.dialogue().session();
  const Moment& sent = session.all_sent() ? session.sent_at() : asked;
  TurnClock::Terms terms;
  terms.sent = sent.mono;
  terms.measure = measure();
  terms.score = bout_->score();
  open_->start_clock(spec_.bout.clock, bout_->clock(), terms, sent.offset);
}

}  // namespace referee
