#include "referee/match/attempt_runner.h"

#include <spdlog/spdlog.h>

#include <cassert>
#include <chrono>
#include <exception>
#include <utility>

#include <boost/asio/steady_timer.hpp>

namespace referee {

// ---- hooks that do nothing ----

Task<> AttemptHooks::prepare(MatchJob&) { co_return; }
Task<> AttemptHooks::gathered(const MatchJob&) { co_return; }
AttemptHooks::AfterFailedStart AttemptHooks::start_failed(const FailedStart& failure, int tries) {
  if (tries == AttemptRunner::kAttempts) {
    failure.rethrow_error();
  }
  return AfterFailedStart::try_again;
}
Task<> AttemptHooks::begun(Attempt&) { co_return; }
Task<> AttemptHooks::keep(PlayedAttempt&) { co_return; }
void AttemptHooks::released() {}
void AttemptHooks::ended(PlayedAttempt&) {}

// ---- the course of a match, attempt by attempt ----

AttemptRunner::AttemptRunner(Tasks& tasks, Launcher& launcher, MatchJob job, AttemptHooks& hooks,
                             MatchObservers observers, KeptBots* kept)
    : tasks_(tasks),
      launcher_(launcher),
      job_(std::move(job)),
      hooks_(hooks),
      observers_(std::move(observers)),
      kept_(kept) {}

Task<std::optional<PlayedAttempt>> AttemptRunner::play() {
  int voids = 0;
  int failed_starts = 0;
  while (!stopping_) {
    const bool goes_on = job_.saved.has_value();
    std::optional<PlayedAttempt> played;
    std::optional<FailedStart> failure;
    try {
      played = co_await play_attempt();
    } catch (const FailedStart& error) {
      failure = error;
    }
    if (played && !played->result.is_void) {
      co_return played;
    }
    const bool ordered = std::exchange(aborted_, false);
    if (stopping_ || ordered || (goes_on && played)) {
      continue;  // an attempt that could not go on is no fault either
    }
    if (failure) {
      const auto next = after(*failure, ++failed_starts);
      if (next == AttemptHooks::AfterFailedStart::put_off) {
        co_return std::nullopt;
      }
      if (next == AttemptHooks::AfterFailedStart::try_again) {
        co_await pause(*job_.relaunch_after);
      }
    } else if (++voids == kAttempts) {
      co_return played;
    }
  }
  co_return std::nullopt;
}

AttemptHooks::AfterFailedStart AttemptRunner::after(const FailedStart& failure, int tries) {
  if (!job_.relaunch_after) {
    failure.rethrow_error();
  }
  const bool is_bots_fault = failure.cause() == FailedStart::Cause::program;
  spdlog::log(is_bots_fault ? spdlog::level::warn : spdlog::level::err, "match {}: {}", job_.spec.id,
              failure.what());
  return hooks_.start_failed(failure, tries);
}

/// Returns nothing if drain() or stop() was called before the match began.
Task<std::optional<PlayedAttempt>> AttemptRunner::play_attempt() {
  co_await hooks_.prepare(job_);
  if (stopping_) {
    co_return std::nullopt;
  }
  const TimePoint started = std::chrono::steady_clock::now();
  Attempt attempt(tasks_, launcher_, job_, observers_, kept_);
  attempt_ = &attempt;
  PlayedAttempt played;
  std::exception_ptr failure;
  try {
    co_await play_out(attempt, played);
  } catch (const std::exception&) {
    failure = std::current_exception();
  }
  co_await attempt.stop_bots();
  attempt_ = nullptr;
  hooks_.released();
  if (failure) {
    std::rethrow_exception(failure);
  }
  if (!attempt.begun()) {
    co_return std::nullopt;
  }
  for (std::size_t seat = 0; seat < attempt.job().seats.size(); ++seat) {
    played.how_bots_ended.push_back(attempt.how_bot_ended(seat));
    played.bot_stderr.push_back(attempt.stderr_of(seat));
  }
  played.seconds = std::chrono::steady_clock::now() - started;
  hooks_.ended(played);
  for (MatchObserver* const observer : observers_) {
    observer->on_end(played);
  }
  co_return played;
}

Task<> AttemptRunner::play_out(Attempt& attempt, PlayedAttempt& played) {
  co_await attempt.gather();
  co_await hooks_.gathered(attempt.job());
  if (stopping_) {
    co_return;
  }
  attempt.begin();
  ++job_.spec.attempt;
  job_.saved.reset();
  co_await hooks_.begun(attempt);
  if (!void_at_start_.empty()) {
    attempt.abort(std::exchange(void_at_start_, ""));
  }
  played.job = attempt.job();
  played.result = co_await attempt.play();
  std::exception_ptr failure;
  try {
    co_await hooks_.keep(played);
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

Task<> AttemptRunner::pause(Milliseconds time) {
  boost::asio::steady_timer timer(tasks_.io(), time);
  (void)co_await timer.async_wait(kAwait);
}

// ---- calls from outside ----

void AttemptRunner::stop(const std::string& why) {
  drain();
  if (attempt_ != nullptr) {
    attempt_->abort(why);
  }
}

bool AttemptRunner::abort(const std::string& why) {
  const bool playing = attempt_ != nullptr && attempt_->playing();
  if (!playing && !job_.saved) {
    return false;
  }
  aborted_ = true;
  if (playing) {
    attempt_->abort(why);
  } else {
    void_at_start_ = why;
  }
  return true;
}

void AttemptRunner::withdraw(const std::string& name) {
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
