#include "referee/match/threads/attempts_on_thread.h"

#include <atomic>
#include <exception>
#include <functional>
#include <utility>

#include "referee/match/attempt_runner.h"
#include "referee/match/attempts_here.h"

namespace referee {

/// An attempt and its thread. While it is played all members but the two flags are the thread's.
class AttemptsOnThread::Present final : private AttemptHooks,
                                        public std::enable_shared_from_this<AttemptsOnThread::Present> {
 public:
  Present(MatchThread& thread, MatchJob job, AttemptHooks& hooks, MatchObservers observers)
      : thread_(thread), job_(std::move(job)), hooks_(hooks), observers_(std::move(observers)) {}

  MatchThread& thread() { return thread_; }
  const MatchJob& job() const { return job_; }
  EndedAttempt& outcome() { return ended_; }
  bool begun() const { return begun_; }
  bool playing() const { return playing_; }

  /// Has `call` called on the thread, with what plays there.
  void tell(std::function<void(AttemptsHere&)> call) {
    (void)thread_.post([self = shared_from_this(), call = std::move(call)] {
      if (self->here_) {
        call(*self->here_);
      }
    });
  }
  /// Called on the thread. Throws WeakSandbox.
  Task<> play() {
    here_ = thread_.here();
    return play_here();
  }

 private:
  Task<> play_here() { ended_ = co_await thread_.play(*here_, job_, *this, observers_); }

  Task<> gathered(const MatchJob& job) override { return hooks_.gathered(job); }
  Task<> begun(Attempt& attempt) override {
    begun_ = true;
    playing_ = true;
    return hooks_.begun(attempt);
  }
  Task<> keep(PlayedAttempt& played) override {
    playing_ = false;
    return hooks_.keep(played);
  }
  void released() override {
    playing_ = false;
    begun_ = false;
    hooks_.released();
  }

  MatchThread& thread_;
  MatchJob job_;
  AttemptHooks& hooks_;
  MatchObservers observers_;
  std::unique_ptr<AttemptsHere> here_;
  EndedAttempt ended_;
  std::atomic<bool> begun_ = false;
  std::atomic<bool> playing_ = false;
};

AttemptsOnThread::~AttemptsOnThread() = default;

Task<EndedAttempt> AttemptsOnThread::play(MatchJob& job, AttemptHooks& hooks,
                                          const MatchObservers& observers) {
  if (draining_) {
    co_return EndedAttempt();
  }
  MatchThread& thread = threads_.take();
  const auto present = std::make_shared<Present>(thread, job, hooks, observers);
  present_ = present;
  std::exception_ptr failure;
  try {
    co_await thread.run(threads_.tasks(), [present] { return present->play(); });
  } catch (const std::exception&) {
    failure = std::current_exception();
  }
  present_ = nullptr;
  threads_.give_back(thread);
  job.spec.attempt = present->job().spec.attempt;
  if (failure) {
    std::rethrow_exception(failure);
  }
  co_return std::move(present->outcome());
}

bool AttemptsOnThread::begun() const { return present_ != nullptr && present_->begun(); }

bool AttemptsOnThread::playing() const { return present_ != nullptr && present_->playing(); }

void AttemptsOnThread::drain() {
  draining_ = true;
  if (present_ != nullptr) {
    present_->tell([](AttemptsHere& here) { here.drain(); });
  }
}

void AttemptsOnThread::stop(const std::string& why) {
  draining_ = true;
  if (present_ != nullptr) {
    present_->tell([why](AttemptsHere& here) { here.stop(why); });
  }
}

void AttemptsOnThread::abort(const std::string& why) {
  if (present_ != nullptr) {
    present_->tell([why](AttemptsHere& here) { here.abort(why); });
  }
}

void AttemptsOnThread::withdraw(const std::string& name) {
  if (present_ != nullptr) {
    present_->tell([name](AttemptsHere& here) { here.withdraw(name); });
  }
}

}  // namespace referee
