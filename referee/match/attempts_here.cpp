#include "referee/match/attempts_here.h"

#include <chrono>
#include <exception>
#include <memory>
#include <utility>
#include <vector>

#include "protocol/require.h"
#include "referee/match/attempt_runner.h"
#include "referee/match/bot_attempt.h"
#include "referee/match/program/program_attempt.h"
#include "referee/rules/rules_entry.h"

namespace referee {
namespace {

/// Who plays it depends on the game: bots that are asked turn by turn, or its own program.
std::unique_ptr<Attempt> make_attempt(Tasks& tasks, Launcher& launcher, const MatchJob& job,
                                      const MatchObservers& observers, KeptBots* kept) {
  if (job.spec.game->has_turns()) {
    return std::make_unique<BotAttempt>(tasks, launcher, job, observers, kept);
  }
  return std::make_unique<ProgramAttempt>(tasks, launcher, *rules::rules_folder_of(*job.spec.game), job,
                                          observers);
}

}  // namespace

Task<EndedAttempt> AttemptsHere::play(MatchJob& job, AttemptHooks& hooks, const MatchObservers& observers) {
  const TimePoint started = tasks_.clock().now();
  const std::unique_ptr<Attempt> made = make_attempt(tasks_, launcher_, job, observers, kept_);
  Attempt& attempt = *made;
  attempt_ = &attempt;
  EndedAttempt ended;
  std::exception_ptr failure;
  try {
    co_await play_out(attempt, job, hooks, ended);
  } catch (const FailedStart& error) {
    ended.kind = EndedAttempt::Kind::failed_start;
    ended.failure = error;
  } catch (const protocol::FailedRequirement& fault) {
    if (ended.kind == EndedAttempt::Kind::played) {
      failure = std::current_exception();
    } else {
      ended.kind = EndedAttempt::Kind::broken;
      ended.why = fault.what();
    }
  } catch (const std::exception&) {
    failure = std::current_exception();
  }
  co_await attempt.stop_bots();
  attempt_ = nullptr;
  hooks.released();
  if (failure) {
    std::rethrow_exception(failure);
  }
  PlayedAttempt& played = ended.played;
  for (std::size_t seat = 0; seat < attempt.job().seats.size(); ++seat) {
    played.how_bots_ended.push_back(attempt.how_bot_ended(seat));
    played.bot_stderr.push_back(attempt.stderr_of(seat));
  }
  played.seconds = tasks_.clock().now() - started;
  co_return ended;
}

/// `ended` is of the kind `played` from the moment on that the result may be in the store.
Task<> AttemptsHere::play_out(Attempt& attempt, MatchJob& job, AttemptHooks& hooks, EndedAttempt& ended) {
  co_await attempt.gather();
  co_await hooks.gathered(attempt.job());
  if (draining_) {
    co_return;
  }
  co_await attempt.begin();
  ++job.spec.attempt;
  job.saved.reset();
  co_await hooks.begun(attempt);
  if (!void_at_start_.empty()) {
    attempt.abort(std::exchange(void_at_start_, ""));
  }
  PlayedAttempt& played = ended.played;
  played.job = attempt.job();
  played.result = co_await attempt.play();
  ended.kind = EndedAttempt::Kind::played;
  std::exception_ptr failure;
  try {
    co_await hooks.keep(played);
  } catch (const std::exception&) {
    failure = std::current_exception();
    played.result.is_void = true;
    played.result.why = "the referee cannot keep the result";
  }
  attempt.tell_end(played.result);
  if (failure) {
    std::rethrow_exception(failure);
  }
}

void AttemptsHere::drain() {
  draining_ = true;
  if (attempt_ != nullptr && !attempt_->begun()) {
    attempt_->abort("no more matches begin");  // it would not begin: its bots need not get ready
  }
}

void AttemptsHere::stop(const std::string& why) {
  draining_ = true;
  if (attempt_ != nullptr) {
    attempt_->abort(why);
  }
}

void AttemptsHere::abort(const std::string& why) {
  if (playing()) {
    attempt_->abort(why);
  } else {
    void_at_start_ = why;
  }
}

void AttemptsHere::withdraw(const std::string& name) {
  if (attempt_ == nullptr) {
    return;
  }
  const std::vector<SeatSpec>& seats = attempt_->job().seats;
  for (std::size_t seat = 0; seat < seats.size(); ++seat) {
    if (seats[seat].name == name) {
      attempt_->withdraw(seat);
    }
  }
}

}  // namespace referee
