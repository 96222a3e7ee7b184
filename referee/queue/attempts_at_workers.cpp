#include "referee/queue/attempts_at_workers.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "referee/match/attempt_runner.h"

namespace referee::queue {

/// Only an attempt that somebody has seen takes a number, and so another seed for the next: one that was
/// played, or that an arbiter has made void. A bot gains nothing by bringing its worker down.
Task<EndedAttempt> AttemptsAtWorkers::play(MatchJob& job, AttemptHooks& hooks,
                                           const MatchObservers& /*of turns*/) {
  job_ = &job;
  EndedAttempt ended;
  std::exception_ptr failure;
  try {
    ended = co_await matches_.play(job);
  } catch (const std::exception&) {
    failure = std::current_exception();
  }
  job_ = nullptr;
  const bool aborted = std::exchange(aborted_, false);
  if (failure) {
    std::rethrow_exception(failure);
  }
  const bool was_played = ended.kind == EndedAttempt::Kind::played;
  if (was_played || aborted) {
    ++job.spec.attempt;
  }
  if (was_played) {
    co_await hooks.keep(ended.played);
  }
  co_return ended;
}

void AttemptsAtWorkers::drain() {
  if (!begun()) {
    call_off();
  }
}

void AttemptsAtWorkers::stop(const std::string& /*why*/) { call_off(); }

void AttemptsAtWorkers::abort(const std::string& /*why*/) {
  aborted_ = true;
  call_off();
}

void AttemptsAtWorkers::withdraw(const std::string& name) {
  if (job_ != nullptr &&
      std::ranges::any_of(job_->seats, [&](const SeatSpec& seat) { return seat.name == name; })) {
    call_off();
  }
}

void AttemptsAtWorkers::call_off() {
  if (job_ != nullptr) {
    matches_.call_off(job_->spec.id);
  }
}

}  // namespace referee::queue
