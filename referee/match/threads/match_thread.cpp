#include "referee/match/threads/match_thread.h"

namespace referee {

MatchThread::Machine::Machine(Tasks& tasks, const Terms& terms)
    : launcher(tasks, terms.sandbox->open_for_thread()),
      kept(launcher, terms.kept, terms.more),
      played(tasks.io()) {
  launcher.share_cpu(terms.cpu);
}

MatchThread::MatchThread(Terms terms)
    : terms_(std::move(terms)),
      thread_("a thread of matches",
              {[this] { open(); }, [this] { return end(); }, [this] { machine_.reset(); }}) {}

void MatchThread::open() {
  try {
    machine_.emplace(thread_.tasks(), terms_);
  } catch (const std::exception&) {
    failure_ = std::current_exception();
  }
}

std::unique_ptr<AttemptsHere> MatchThread::here() {
  if (failure_) {
    std::rethrow_exception(failure_);
  }
  return std::make_unique<AttemptsHere>(thread_.tasks(), machine_->launcher, &machine_->kept);
}

Task<EndedAttempt> MatchThread::play(AttemptsHere& here, MatchJob& job, AttemptHooks& hooks,
                                     const MatchObservers& observers) {
  machine_->playing.insert(&here);
  EndedAttempt ended;
  std::exception_ptr failure;
  try {
    ended = co_await here.play(job, hooks, observers);
  } catch (const std::exception&) {
    failure = std::current_exception();
  }
  machine_->playing.erase(&here);
  machine_->played.notify();
  if (failure) {
    std::rethrow_exception(failure);
  }
  co_return ended;
}

Task<> MatchThread::end_bots() {
  if (machine_) {
    co_await machine_->kept.end();
  }
}

Task<> MatchThread::end() {
  if (!machine_) {
    co_return;
  }
  while (!machine_->playing.empty()) {
    for (AttemptsHere* const here : machine_->playing) {
      here->stop("its thread ends");
    }
    co_await machine_->played.changed();
  }
  co_await machine_->kept.end();
  machine_->launcher.close();
}

}  // namespace referee
