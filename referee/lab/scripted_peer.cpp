#include "referee/lab/scripted_peer.h"

#include <algorithm>
#include <utility>

#include "protocol/new_match.h"
#include "referee/lab/silence.h"

namespace referee {
namespace {

namespace error_code = protocol::error_code;
using protocol::Verdict;

constexpr Milliseconds kPeerPatience{10'000};
constexpr int kAfterEnd = 10;  // a tenth of the pause: a second answer to the last turn has arrived by then

/// `line` with members that no version of the protocol knows, in the message itself and in the clock of a
/// turn.
std::string with_unknown_fields(std::string line) {
  line.insert(line.size() - 1, R"(,"x_later":{"list":[1,null,"two"],"flag":true})");
  constexpr std::string_view kClock = R"("clock":{)";
  if (const std::size_t at = line.find(kClock); at != std::string::npos) {
    line.insert(at + kClock.size(), R"("x_later_ms":0.5,)");
  }
  return line;
}

}  // namespace

ScriptedPeer::ScriptedPeer(Connector& connector, const ScriptedPeerSpec& spec, int first_match)
    : connector_(connector), spec_(spec), matches_(first_match) {}

void ScriptedPeer::breach(const Check& check, const std::string& what, std::string_view line,
                          bool advice_only, std::string mend) {
  ++blamed_;
  for (Breach& known : observed_.breaches) {
    if (known.check == &check && known.advice_only == advice_only) {
      ++known.times;
      return;
    }
  }
  std::string where;
  if (match_) {
    where = std::string(spec_.match.game->name) + ", seat " + std::to_string(spec_.match.seat);
    where += asked_ < 0 ? ": " : ", turn " + std::to_string(asked_) + ": ";
  }
  observed_.breaches.push_back({&check, where + what, std::string(line), std::move(mend), advice_only});
}

void ScriptedPeer::fail(const Check& check, const std::string& what, std::string_view line,
                        std::string mend) {
  breach(check, what, line, false, std::move(mend));
  over_ = true;
}

void ScriptedPeer::fail(const Check& check, const Nothing& nothing, std::string_view after) {
  fail(check, std::string(after) + nothing.why, connector_.channel().unfinished(), nothing.mend);
}

Measure ScriptedPeer::measure() const {
  const Measure asked = spec_.match.clock.measure;
  return asked == Measure::automatic ? connector_.measure() : asked;
}

Microseconds ScriptedPeer::cpu_now() const {
  return measure() == Measure::cpu ? connector_.process()->charged() : Microseconds{0};
}

Microseconds ScriptedPeer::busy() const {
  return connector_.process() == nullptr ? Microseconds{0} : connector_.process()->busy();
}

std::optional<ProcessorTime> ScriptedPeer::processor_time() {
  return connector_.process() == nullptr ? std::nullopt : connector_.process()->processor_time();
}

Milliseconds ScriptedPeer::patience() const {
  const auto twice_the_clock = std::chrono::ceil<Milliseconds>(2 * open_->left());
  return spec_.patience.value_or(std::max(kPeerPatience, twice_the_clock));
}

// ---- the steps of scenarios ----

void ScriptedPeer::say(std::string_view line) {
  if (!over_) {
    connector_.channel().say(unknown_fields_ ? with_unknown_fields(std::string(line)) : line);
  }
}

Task<> ScriptedPeer::greet() {
  co_await meet();
  if (connector_.dials()) {
    co_await prepare_for_match();
  }
}

Task<> ScriptedPeer::meet() {
  if (connector_.connected() && connector_.greeted && connector_.dials()) {
    observed_.greeted = true;
    co_return;
  }
  const bool came = co_await connector_.connect(spec_.dial);
  if (came) {
    co_await receive_hello();
  } else if (!connector_.dials()) {
    fail(check::kStartUp, "it was gone at once: " + connector_.process()->how_ended(std::string(kNoHello)),
         "", mend_of_end(Awaited::hello, connector_.process()));
  } else if (connector_.name.empty()) {
    fail(check::kStartUp, "nobody dialled in", "");
  } else {
    fail(check::kNextGame, "it left after a match, and did not dial in again", "");
  }
}

void ScriptedPeer::start() {
  if (over_) {
    return;
  }
  end();
  asked_ = -1;
  match_.emplace(spec_.match, matches_++, connector_.name.empty() ? "bot" : connector_.name);
  if (processor_time()) {
    wall_watch_.emplace(spec_.match.clock);
  }
  say(match_->start_line(measure()));
  cpu_at_answer_ = cpu_now();
}

void ScriptedPeer::end() {
  if (match_) {
    say(match_->end_line());
    say(protocol::wait_line("another match may follow"));
    match_.reset();
    open_.reset();
  }
}

Task<> ScriptedPeer::end_for_another() {
  end();
  co_await prepare_for_match();
}

/// A bot that gets ready for each match does so now, and not while its clock runs.
Task<> ScriptedPeer::prepare_for_match() {
  if (!over_ && connector_.takes_new_match) {
    say(protocol::new_match_line());
    co_await receive_hello_again();
  }
}

Task<> ScriptedPeer::turns(int count) {
  for (int i = 0; i < count && !over_; ++i) {
    ask();
    co_await receive_answer();
  }
}

Task<> ScriptedPeer::play_out() {
  for (int i = 0; i < spec_.turns && !over_ && !match_->over(); ++i) {
    ask();
    co_await receive_answer();
  }
  observed_.broken_off = !over_ && !match_->over();
}

Task<> ScriptedPeer::quiet(int fraction) {
  const Milliseconds time = spec_.pause / fraction;
  if (over_) {
    co_return;
  }
  co_await receive_rest(connector_.now() + time);
  if (!over_ && !connector_.channel().open()) {
    const Nothing nothing = co_await why_nothing_came(Awaited::answer, time);
    fail(check::kAnswers, nothing.why, "", nothing.mend);
  }
}

void ScriptedPeer::ask_in_vain() {
  if (over_) {
    return;
  }
  ask();
  ++stale_[{match_->match(), match_->turn()}];
  say(line_of(protocol::Error{name_of(Verdict::late), "no answer in time: this is what a late bot is told",
                              match_->match(), match_->turn()}));
  match_->pass();
  open_.reset();
}

void ScriptedPeer::repeat_request() {
  if (!over_) {
    ++stale_[answered_];
    say(request_);
  }
}

Task<> ScriptedPeer::cut_and_resume() {
  if (over_) {
    co_return;
  }
  ask();
  connector_.channel().cut();
  const bool came = co_await connector_.connect(spec_.dial);
  if (!came) {
    fail(check::kAnswers, "it did not dial again after its connection was cut", "");
    co_return;
  }
  co_await receive_hello();
  say(match_->start_line(measure()));
  if (wants_past_) {
    for (const std::string& past : match_->past_lines()) {
      say(past);
    }
  }
  say(request_);
  co_await receive_answer();
}

Task<> ScriptedPeer::hang_up() {
  if (!over_) {
    connector_.channel().finish();
    co_await expect_to_leave(false);
  }
}

Task<> ScriptedPeer::part() {
  if (over_) {
    co_return;
  }
  end();
  co_await receive_rest(connector_.now() + spec_.pause / kAfterEnd);
  if (!over_ && !connector_.dials()) {
    observed_.dismissed = true;
    say(protocol::bye_line("the match is over"));
    connector_.channel().finish();
    co_await expect_to_leave(true);
  }
}

Task<> ScriptedPeer::expect_to_leave(bool in_order) {
  BotProcess& process = *connector_.process();
  const bool left = co_await process.ended_within(spec_.leave);
  if (!left) {
    fail(check::kLeaves, "it still ran " + std::to_string(spec_.leave.count()) + " ms later", "");
  } else if (in_order && !process.succeeded()) {
    fail(check::kLeaves, process.how_ended(), "");
  }
}

Task<> ScriptedPeer::dismiss() {
  if (over_ || !connector_.connected()) {
    co_return;
  }
  observed_.dismissed = true;
  say(protocol::bye_line("the check is over"));
  connector_.channel().finish();
  const bool again = co_await connector_.connect(spec_.pause);
  if (again) {
    fail(check::kLeaves, "it dialled again after bye", "");
  }
}

// ---- asking ----

void ScriptedPeer::ask() {
  if (!match_ || match_->over()) {
    start();
  }
  if (wall_watch_) {
    wall_watch_->asked(*processor_time());
  }
  const Moment asked = connector_.moment();
  const Microseconds cpu = cpu_now();
  open_.emplace(spec_.match.seat, match_->turn(), asked, cpu, cpu - cpu_at_answer_);
  if (spec_.match.clock.ponder == Ponder::charged) {
    open_->charge_between(Microseconds{0});
  }
  ++observed_.asked;
  asked_ = match_->turn();
  request_ = match_->turn_line(open_->to_tell(match_->clock().left(match_->score())));
  say(request_);
  TurnClock::Terms terms;
  terms.sent = connector_.channel().sent_at().value_or(asked.mono);
  terms.measure = measure();
  terms.score = match_->score();
  open_->start_clock(spec_.match.clock, match_->clock(), terms);
  terms.measure = Measure::wall;
  open_on_wall_.emplace(spec_.match.seat, match_->turn(), asked, Microseconds{0}, Microseconds{0});
  open_on_wall_->start_clock(spec_.match.clock, match_->clock(), terms);
}

}  // namespace referee
