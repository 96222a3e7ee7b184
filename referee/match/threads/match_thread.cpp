#include "referee/match/threads/match_thread.h"

namespace referee {

MatchThread::Machine::Machine(Tasks& tasks, const Terms& terms)
    : launcher(tasks, terms.sandbox->open_for_thread()),
      kept(launcher, terms.kept, terms.more),
      played(tasks.io()) {
  launcher.share_cpu(terms.cpu);
}

/// An attempt that is being played, for as long as this lives.
class MatchThread::Playing {
 public:
  Playing(Machine& machine, AttemptsHere& here) : machine_(machine), here_(&here) {
    machine_.playing.insert(here_);
  }
  ~Playing() {
    machine_.playing.erase(here_);
    machine_.played.notify();
  }
  Playing(const Playing&) = delete;
  Playing& operator=(const Playing&) = delete;

 private:
  Machine& machine_;
  AttemptsHere* here_;
};

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
  const Playing playing(*machine_, here);
  co_return co_await here.play(job, hooks, observers);
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
