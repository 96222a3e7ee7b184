#include "referee/prepare/trial.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <stdexcept>
#include <utility>

#include "protocol/verdict.h"
#include "referee/base/text_block.h"
#include "referee/clocks/clock_text.h"
#include "referee/loop/timer.h"
#include "referee/match/attempt_runner.h"
#include "referee/process/spawn.h"

namespace referee::prepare {
namespace {

constexpr std::size_t kKeptWords = 16 * 1024;  // bytes of standard error
constexpr const char* kOver = "the trial is over";

MatchJob job_of(const BotCommand& bot, const TrialTerms& terms) {
  MatchJob job;
  job.spec.id = "trial";
  job.spec.game = terms.game;
  job.spec.options = terms.options;
  job.spec.seed = {terms.seed, std::string(32, '0')};
  job.spec.clock = terms.clock;
  const std::size_t seats = terms.game->facts(terms.options).seats;
  for (std::size_t seat = 0; seat < seats; ++seat) {
    job.seats.push_back({"trial-" + std::to_string(seat + 1), bot});
  }
  return job;
}

/// A match that ends after its first turn, and what became of it.
class Trial final : private AttemptHooks, private MatchObserver {
 public:
  Trial(Tasks& tasks, Launcher& launcher, const BotCommand& bot, const TrialTerms& terms)
      : time_(tasks.clock()),
        clock_(terms.clock),
        runner_(tasks, launcher, job_of(bot, terms), *this, {this}),
        longest_(tasks.io()) {}

  Task<TrialReport> run() {
    began_ = time_.now();
    try {
      co_await runner_.play();
    } catch (const ProgramError& error) {
      report_.problem = std::string("it cannot be started: ") + error.what();
      co_return report_;
    }
    if (!answered_ && report_.problem.empty()) {
      throw std::runtime_error("the trial of a bot failed: " + why_void_);
    }
    co_return report_;
  }

 private:
  Task<> begun(Attempt&) override {
    longest_.set_after(kLongestTrial, [this] {
      report_.problem = "no answer within " + std::to_string(kLongestTrial.count() / 1000) + " s";
      runner_.stop(kOver);
    });
    co_return;
  }

  void on_turn(const ObservedMatch&, const PlayedTurn& turn) override {
    if (answered_) {
      return;  // the match ends with this turn anyway
    }
    answered_ = true;
    for (const SeatAnswer& answer : turn.answers) {
      using Ms = std::chrono::duration<double, std::milli>;
      report_.turn_ms = std::max(report_.turn_ms.value_or(0), Ms(answer.spent).count());
      report_.turn_wall_ms = std::max(report_.turn_wall_ms.value_or(0), Ms(answer.waited()).count());
      if (answer.verdict != protocol::Verdict::ok && report_.problem.empty()) {
        report_.problem = problem_of(answer);
        gone_ = answer.verdict == protocol::Verdict::disconnected ? std::optional(answer.seat) : std::nullopt;
      }
    }
    runner_.stop(kOver);
  }

  std::string problem_of(const SeatAnswer& answer) const {
    const bool of_clock =
        answer.verdict == protocol::Verdict::late || answer.verdict == protocol::Verdict::forfeited;
    return "its first answer was " + std::string(name_of(answer.verdict)) + ": " + answer.fault +
           (of_clock ? "; the clock: " + limits_text(clock_) : "");
  }

  /// `how` its program ended, if there is something to say. It had its whole time only if that is over.
  std::string no_hello(const std::string& how) const {
    const bool waited = time_.now() - began_ >= Milliseconds(clock_.init_ms);
    return "it did not say hello" + (waited ? " within " + std::to_string(clock_.init_ms) + " ms" : "") +
           (how.empty() ? "" : ": " + how);
  }

  void ended(PlayedAttempt& played) override {
    longest_.cancel();
    why_void_ = played.result.why;
    answered_ = answered_ || !played.result.is_void;  // a match program need not tell of turns
    if (!played.result.no_show.empty()) {
      const std::string& how = played.how_bots_ended[played.result.no_show.front()];
      report_.problem = no_hello(how);
    } else if (gone_ && !played.how_bots_ended[*gone_].empty()) {
      report_.problem = "it ended at its first turn: " + played.how_bots_ended[*gone_];
    }
    for (const MarkedText& written : played.bot_stderr) {
      if (report_.bot_stderr.empty()) {
        report_.bot_stderr = tail_of(written.text(), kKeptWords);
      }
    }
  }

  const Clock& time_;
  const ClockSpec& clock_;
  AttemptRunner runner_;
  Timer longest_;
  TimePoint began_;
  bool answered_ = false;
  std::optional<std::size_t> gone_;  // the seat whose program has ended instead of answering
  std::string why_void_;
  TrialReport report_;
};

}  // namespace

Task<TrialReport> try_bot(Tasks& tasks, Launcher& launcher, BotCommand bot, TrialTerms terms) {
  Trial trial(tasks, launcher, bot, terms);
  co_return co_await trial.run();
}

}  // namespace referee::prepare
